import { describe, expect, test } from 'vitest'
import type { TraceStart } from '../../api/types'
import { wordsNow } from '../../language/words'
import { aStart } from '../../test/traces'
import { fetchSentence, gapSentence, overlaySentence, wasAsked } from './opening'
import { glassWords } from './words'

type Change = Partial<TraceStart>
const handover: Change = { startbrief_fetch: 'fetched', handover_injected: true }

describe('the start of a session', () => {
  test('is told only where it was asked for', () => {
    expect(wasAsked(aStart({ startbrief_fetch: 'not_asked' }))).toBe(false)
    expect(wasAsked(aStart({ session_id: 's' }))).toBe(false)
    expect(wasAsked(aStart(handover))).toBe(true)
  })

  test.each<[Change, RegExp]>([
    [{ startbrief_fetch: 'fetched' }, /was fetched/],
    [{ startbrief_fetch: 'fallback' }, /stood in/],
    [{ startbrief_fetch: 'failed' }, /could not be had/],
    [{ startbrief_fetch: 'timed_out' }, /in time/],
    [{ startbrief_fetch: 'cached', outcomes: { startbrief: 'fetched' } }, /at hand/],
    [{ startbrief_fetch: 'cached', outcomes: { startbrief: 'failed' } }, /could not be had.*first message/],
    [{ startbrief_fetch: 'not_fed' }, /not remembered yet/],
    [{ startbrief_fetch: 'something_new' as 'failed' }, /something new/],
  ])('says how the brief was come by: %o', (start, said) => {
    expect(fetchSentence(aStart(start))).toMatch(said)
  })

  test.each<[Change, string | null]>([
    [{ depth: 'today', gap_minutes: 538 }, 'You had last spoken earlier that day, 9 hours earlier.'],
    [{ depth: 'multi_day', gap_minutes: 4320 }, 'You had last spoken days before, 3 days earlier.'],
    [{ depth: 'yesterday' }, 'You had last spoken the day before.'],
    [{ gap_minutes: 1 }, 'You had last spoken 1 minute earlier.'],
    [{ gap_minutes: null, depth: null }, null],
  ])('says how long it had been: %o', (start, said) => {
    expect(gapSentence(aStart(start))).toBe(said)
  })

  test('names what was kept in mind', () => {
    const start = aStart({ overlay_loops: 2, overlay_sections: ['work_context'], steering_used: true })
    expect(overlaySentence(start)).toBe(
      'Kept in mind: 2 open loops, your work context, and a word for the day.',
    )
    expect(overlaySentence(aStart())).toBeNull()
  })

  test('counts in the unit that fits', () => {
    expect([0, 1, 89, 90, 2159, 2160].map(wordsNow(glassWords).gap)).toEqual([
      'less than a minute',
      '1 minute',
      '89 minutes',
      '2 hours',
      '36 hours',
      '2 days',
    ])
  })
})
