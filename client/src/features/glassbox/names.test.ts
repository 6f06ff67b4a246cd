import { expect, test } from 'vitest'
import { sourceName } from './names'

test.each([
  ['startbrief', 'What the session begins with'],
  ['user_model', 'Your profile'],
  ['standing', 'What you wrote about yourself and pinned'],
  ['files', 'Files of the message'],
  ['librarian', 'What is remembered about this'],
  ['envelope', 'The incident so far'],
  ['handover', 'Handover of the last session'],
  ['a_new_source', 'A new source'],
])('the source %s is called %s', (source, name) => {
  expect(sourceName(source)).toBe(name)
})
