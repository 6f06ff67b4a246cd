import { describe, expect, test } from 'vitest'
import { bytes } from '../features/usage/amounts'
import { ApiError } from './http'
import { isFew, leftOf } from './quota'
import { describe as describeTrouble } from './sentences'
import type { UsageEntry } from './types'

function chats(used: number, limit: number | null): UsageEntry {
  const resetsAt = '2026-11-17T00:00:00Z'
  return {
    feature: 'chats_per_day',
    used,
    limit,
    resetsAt,
    period: '2026-11-16',
    sentence: '',
    wouldHelp: null,
  }
}

describe('few', () => {
  test.each([
    [17, 20, true],
    [16, 20, false],
    [20, 20, true],
    [900, 1000, true],
    [899, 1000, false],
    [0, 2, true],
  ])('%i of %i used: %s', (used, limit, few) => {
    expect(isFew(chats(used, limit))).toBe(few)
  })

  test('is never said where there is no limit', () => {
    expect(isFew(chats(5000, null))).toBe(false)
    expect(leftOf(chats(5000, null))).toBeNull()
  })

  test('more used than allowed, since the limit fell, is none left', () => {
    expect(leftOf(chats(25, 20))).toBe(0)
  })
})

test('what ran out is told in the words of the server, which say when it comes back', () => {
  const message =
    'You have used all your 20 messages for today; they come back on 17 November at 00:00 (UTC).'
  const refusal = new ApiError(429, { code: 'quota_exhausted', message }, new Date(Date.now() + 3_600_000))
  expect(describeTrouble(refusal)).toEqual({ sentence: message, advice: null, retryAt: null })
})

test.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [999, '999 bytes'],
  [1500, '1.5 KB'],
  [200e6, '200 MB'],
  [10e9, '10 GB'],
])('%i is %s', (count, words) => {
  expect(bytes(count)).toBe(words)
})
