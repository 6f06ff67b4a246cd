import { describe, expect, test } from 'vitest'
import { bytes } from './features'
import { ApiError } from './http'
import { exhaustedSentence, isFew, leftLine, leftOf, readExhausted, resetInWords, wouldHelp } from './quota'
import { describe as describeTrouble } from './sentences'
import type { Features, Plan, Usage, UsageEntry } from './types'

const now = new Date(2026, 10, 16, 15, 0)
const midnight = new Date(2026, 10, 17, 0, 0)
const clock = midnight.toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit' })

function chats(used: number, limit: number | null): UsageEntry {
  return { feature: 'chats_per_day', used, limit, resetsAt: midnight.toISOString(), period: '2026-11-16' }
}

function plan(id: Plan['id'], chatsPerDay: number | null): Plan {
  return { id, features: { chats_per_day: chatsPerDay } as Features }
}

const PLANS = [plan('free', 20), plan('pro', 200), plan('business', 1000), plan('unlimited', null)]

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

test('the line says how many are left and when there are more', () => {
  expect(leftLine(chats(17, 20), now)).toBe(`3 of 20 chats left today, more at ${clock}`)
})

test('a reset within a day is a time, a later one a date', () => {
  expect(resetInWords(midnight.toISOString(), now)).toBe(`at ${clock}`)
  expect(resetInWords(new Date(2026, 11, 1, 0, 0).toISOString(), now)).toMatch(/^on .*1.* at /)
})

describe('the plan that would help', () => {
  const usage = (name: Plan['id']) => ({ plan: name }) as Usage
  test.each<[Plan['id'], number, Plan['id'] | null]>([
    ['free', 20, 'pro'],
    ['free', 200, 'business'],
    ['pro', 200, 'business'],
    ['business', 1000, null],
    ['unlimited', 5, null],
  ])('for %s with %i used is %s', (name, used, helps) => {
    expect(wouldHelp(usage(name), chats(used, used), PLANS)).toBe(helps)
  })

  test('is not guessed while the plans are unknown', () => {
    expect(wouldHelp(usage('free'), chats(20, 20), [])).toBeNull()
  })
})

describe('what ran out', () => {
  const known = { feature: 'chats_per_day', used: 20, limit: 20, resetsAt: midnight.toISOString() }

  test('is said in one breath: what, when it comes back, what would help', () => {
    expect(exhaustedSentence({ ...known, wouldHelp: 'pro' }, now)).toBe(
      `You have used all your 20 chats for today. New ones come at ${clock}. The pro plan has more.`,
    )
  })

  test('promises nothing where no plan has more', () => {
    expect(exhaustedSentence({ ...known, limit: 1, used: 1, wouldHelp: null }, now)).toBe(
      `You have used your one chat for today. New ones come at ${clock}.`,
    )
  })

  test('is told by the server in the same words', () => {
    const resetsAt = new Date(Date.now() + 3_600_000).toISOString()
    const details = { ...known, resetsAt, plan: 'free', wouldHelp: 'pro' }
    const refusal = new ApiError(
      429,
      { code: 'quota_exhausted', message: 'Else.', details },
      new Date(resetsAt),
    )
    expect(describeTrouble(refusal)).toEqual({
      sentence: exhaustedSentence({ ...known, resetsAt, wouldHelp: 'pro' }),
      advice: null,
      retryAt: null,
    })
  })

  test('in a shape nobody knows is told in the server’s own words', () => {
    const refusal = new ApiError(429, { code: 'quota_exhausted', message: 'All gone.', details: [] }, null)
    expect(describeTrouble(refusal).sentence).toBe('All gone.')
    expect(readExhausted({ feature: 'x', used: '1', limit: 2 })).toBeNull()
    expect(readExhausted({ ...known, resetsAt: 'soon', wouldHelp: 'gold' })).toMatchObject({
      resetsAt: null,
      wouldHelp: null,
    })
  })

  test('of storage does not come back by waiting', () => {
    const files = { feature: 'storage_bytes', used: 199e6, limit: 200e6, resetsAt: null, wouldHelp: null }
    expect(exhaustedSentence(files, now)).toBe(
      'Your files fill 199 MB of 200 MB, and this one does not fit beside them. Delete some first.',
    )
  })
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
