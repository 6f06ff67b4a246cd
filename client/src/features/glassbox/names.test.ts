import { expect, test } from 'vitest'
import type { TraceMissing } from '../../api/types'
import { sourceName } from './names'

test.each<[string, string]>([
  ['startbrief', 'What the session begins with'],
  ['user_model', 'Your profile'],
  ['standing', 'What you wrote about yourself and pinned'],
  ['files', 'Files of the message'],
  ['librarian', 'What is remembered about this'],
  ['envelope', 'The incident so far'],
  ['handover', 'Handover of the last session'],
  ['chat_summary', 'The chat so far, in short'],
  ['a_new_source', 'A new source'],
])('the source %s is called %s', (source, name) => {
  expect(sourceName(source as TraceMissing['source'])).toBe(name)
})
