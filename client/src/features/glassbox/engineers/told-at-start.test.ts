import { describe, expect, test } from 'vitest'
import type { TraceStart } from '../../../api/types'
import { aStart } from '../../../test/traces'
import { outcomeSentences, toldSentences } from './told-at-start'

type Change = Partial<TraceStart>
const handover: Change = { startbrief_fetch: 'fetched', handover_injected: true }

describe('the start of a session', () => {
  test.each<[Change, RegExp]>([
    [{ ...handover, userTurnsSeen: 1 }, /first message/],
    [{ ...handover, userTurnsSeen: 2, depth: 'yesterday' }, /long ago/],
    [{ ...handover, userTurnsSeen: 2, depth: 'today', gap_minutes: 120 }, /long ago/],
    [{ ...handover, userTurnsSeen: 2, depth: 'today', gap_minutes: 40 }, /had said little/],
    [{ ...handover, userTurnsSeen: 5, reinjection_used: true }, /came close to it/],
    [{ bridge_injected: true }, /bridge was told/],
    [{ ops_injected: true, ops_source: 'startbrief' }, /due was told, from the brief/],
    [{ ops_injected: true, ops_source: 'loops' }, /due was told, from what is open/],
    [{}, /Neither/],
  ])('says what was told and why: %o', (start, said) => {
    expect(toldSentences(aStart(start)).join(' ')).toMatch(said)
  })

  test('says what became of each source', () => {
    const outcomes = {
      startbrief: 'failed',
      user_model: 'timed_out',
      daily: 'empty',
      loops: 'fetched',
    } as const
    expect(outcomeSentences(aStart({ outcomes }))).toEqual([
      'The list of what is open was there.',
      'The profile did not answer in time.',
      'The day’s analysis had nothing to say.',
    ])
  })
})
