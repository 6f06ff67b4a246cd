/** What the home page brings up, of what is open: few, so that it helps. Pure, so that its tests are tables. */
import type { Loop, LoopKind } from '../../api/types'
import { byUrgency } from '../loops/board'
import { isSnoozed } from '../loops/days'

const SOON_MS = 48 * 3_600_000
const MOST = 3

export type AskedKind = Exclude<LoopKind, 'habit' | 'win'>

export interface Suggestion {
  id: string
  kind: AskedKind
  text: string
}

function awake(loops: Loop[], now: Date): Loop[] {
  return loops.filter((loop) => loop.status === 'open' && !isSnoozed(loop, now))
}

/** Overdue, or due within two days; the nearest first. */
export function dueSoon(loops: Loop[], now: Date = new Date()): Loop[] {
  return awake(loops, now)
    .filter((loop) => loop.dueAt !== null && Date.parse(loop.dueAt) - now.getTime() < SOON_MS)
    .sort(byUrgency)
    .slice(0, MOST)
}

/** Of what is open and not pressing, what matters most; one of each kind before a second of any. */
export function suggestions(loops: Loop[], now: Date = new Date()): Suggestion[] {
  const pressing = new Set(dueSoon(loops, now).map((loop) => loop.id))
  const open = awake(loops, now)
    .filter((loop) => isAsked(loop.kind) && !pressing.has(loop.id))
    .sort((one, other) => other.salience - one.salience || other.openedAt.localeCompare(one.openedAt))
  const first = open.filter((loop, at) => open.findIndex(({ kind }) => kind === loop.kind) === at)
  const rest = open.filter((loop) => !first.includes(loop))
  return [...first, ...rest]
    .slice(0, MOST)
    .map(({ id, kind, text }) => ({ id, kind: kind as AskedKind, text }))
}

function isAsked(kind: LoopKind): kind is AskedKind {
  return kind !== 'habit' && kind !== 'win'
}
