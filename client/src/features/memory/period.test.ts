import { expect, test } from 'vitest'
import { periodOf } from './period'

test('both days are in it, whole, on the clock of whoever asks', () => {
  expect(periodOf('2026-05-02', '2026-05-03')).toEqual({
    from: new Date(2026, 4, 2).toISOString(),
    to: new Date(2026, 4, 4).toISOString(),
  })
})

test.each([
  ['', '2026-05-03', 'bothDays'],
  ['2026-05-03', '', 'bothDays'],
  ['2026-05-03', '2026-05-02', 'wrongOrder'],
])('from “%s” to “%s”: %s', (from, to, told) => {
  expect(periodOf(from, to)).toBe(told)
})
