import { expect, it } from 'vitest'
import type { Loop } from '../../api/types'
import { dueSoon, suggestions } from './due-and-open'

const NOW = new Date('2026-11-18T12:00:00Z')

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

it('what is due soon or overdue is brought up, the nearest first; not what sleeps, is done or is far off', () => {
  const found = dueSoon(
    [
      loop('tomorrow', { dueAt: '2026-11-19T22:59:00Z' }),
      loop('late', { dueAt: '2026-11-10T22:59:00Z' }),
      loop('asleep', { dueAt: '2026-11-18T22:59:00Z', snoozedUntil: '2026-11-20T08:00:00Z' }),
      loop('done', { dueAt: '2026-11-18T22:59:00Z', status: 'completed' }),
      loop('next month', { dueAt: '2026-12-18T22:59:00Z' }),
    ],
    NOW,
  )
  expect(found.map(({ id }) => id)).toEqual(['late', 'tomorrow'])
})

it('three things are suggested, of several kinds, and nothing that is brought up already', () => {
  const found = suggestions(
    [
      loop('due', { dueAt: '2026-11-18T22:59:00Z', salience: 1 }),
      loop('lesser thread', { kind: 'thread', salience: 0.8 }),
      loop('thread', { kind: 'thread', salience: 0.9 }),
      loop('friction', { kind: 'friction', salience: 0.3 }),
      loop('habit', { kind: 'habit', salience: 1 }),
    ],
    NOW,
  )
  expect(found.map(({ id }) => id)).toEqual(['thread', 'friction', 'lesser thread'])
})
