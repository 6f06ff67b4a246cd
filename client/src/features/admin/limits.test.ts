import { expect, test } from 'vitest'
import { changedWords, toFields, toLimits } from './limits'
import { kindName, seconds } from './spans'

test('limits go into the form and come back the same', () => {
  const limits = { features: { chats_per_day: 0, seats: null, storage_bytes: 5_000_000_000 } }
  expect(toFields(limits)).toEqual({ chats_per_day: '0', seats: 'no', storage_bytes: '5000000000' })
  expect(toLimits(toFields(limits))).toEqual(limits)
})

test('an empty field leaves it to the plan, which is not the same as no limit', () => {
  expect(toLimits({ chats_per_day: ' ', seats: 'No' })).toEqual({ features: { seats: null } })
})

test.each(['-1', '2.5', '1e3', 'many', '1,000'])('%s is pointed to, not sent', (typed) => {
  expect(toLimits({ seats: typed })).toBe('seats')
})

test('a plan as it is has nothing changed', () => {
  expect(changedWords({})).toBeNull()
  expect(changedWords(null)).toBeNull()
  expect(changedWords({ features: { chats_per_day: 1 } })).toBe('1 limit changed')
  expect(changedWords({ features: { chats_per_day: 1, unheard_of: 2, seats: null } })).toBe(
    '2 limits changed',
  )
})

test.each([
  [0.2, 'now'],
  [45, '45 s'],
  [600, '10 min'],
  [7200, '2 h'],
  [400_000, '5 days'],
])('%d seconds are %s', (many, words) => {
  expect(seconds(many)).toBe(words)
})

test('a kind of job is read as words', () => {
  expect(kindName('learn_session')).toBe('Learn session')
})
