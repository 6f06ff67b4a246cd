import { describe, expect, it } from 'vitest'
import type { Loop } from '../../api/types'
import { layOut } from './board'
import { dateOf, daysUntil, endOfDay, hasHour, inDays } from './days'

const NOW = new Date(2026, 10, 18, 12)

function loop(id: string, change: Partial<Loop> = {}): Loop {
  return {
    ...{
      id,
      kind: 'commitment',
      status: 'open',
      text: id,
      confidence: 1,
      salience: 0.5,
      timeHorizon: 'ongoing',
    },
    ...{
      dueAt: null,
      snoozedUntil: null,
      openedAt: '2026-11-01T00:00:00Z',
      closedAt: null,
      closedBecause: null,
    },
    ...{ source: 'rules', evidence: [], said: [] },
    ...change,
  } as Loop
}

describe('the board', () => {
  it('puts what has a day first, the nearest before the others', () => {
    const laid = layOut(
      [
        loop('someday', { salience: 0.9 }),
        loop('friday', { dueAt: '2026-11-20T22:59:00Z' }),
        loop('late', { dueAt: '2026-11-10T22:59:00Z' }),
      ],
      NOW,
    )
    expect(laid.columns[0]?.now.map(({ id }) => id)).toEqual(['late', 'friday', 'someday'])
  })

  it('keeps apart what is snoozed, and what is over', () => {
    const laid = layOut(
      [
        loop('asleep', { snoozedUntil: '2026-11-25T08:00:00Z' }),
        loop('awake again', { snoozedUntil: '2026-11-17T08:00:00Z' }),
        loop('dropped', { status: 'dropped', closedAt: '2026-11-17T08:00:00Z' }),
        loop('won', { kind: 'win', status: 'completed' }),
        loop('not won', { kind: 'win', status: 'dropped' }),
      ],
      NOW,
    )
    const [commitments, , , , wins] = laid.columns
    expect(commitments?.now.map(({ id }) => id)).toEqual(['awake again'])
    expect(commitments?.snoozed.map(({ id }) => id)).toEqual(['asleep'])
    expect(wins?.now.map(({ id }) => id)).toEqual(['won'])
    expect(laid.done.map(({ id }) => id).sort()).toEqual(['dropped'])
  })
})

describe('days', () => {
  it('are written and read on the person’s own clock', () => {
    const end = endOfDay('2026-11-20') ?? ''
    expect(dateOf(end)).toBe('2026-11-20')
    expect(hasHour(end)).toBe(false)
    expect(daysUntil(end, NOW)).toBe(2)
    expect(daysUntil(new Date(2026, 10, 17, 23, 59).toISOString(), NOW)).toBe(-1)
    expect(daysUntil(inDays(1, NOW), NOW)).toBe(1)
    expect(endOfDay('')).toBeNull()
  })
})
