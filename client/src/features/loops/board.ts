/** How loops lie on the board. Pure, so that its tests are tables. */
import type { Loop, LoopKind } from '../../api/types'
import { isSnoozed } from './days'

export const KINDS: LoopKind[] = ['commitment', 'thread', 'friction', 'habit', 'win']

export interface Column {
  kind: LoopKind
  /** Open and awake; of wins, what was won lately. */
  now: Loop[]
  snoozed: Loop[]
}

export interface Board {
  columns: Column[]
  /** Completed or dropped, the last first. */
  done: Loop[]
}

export function layOut(loops: Loop[], now: Date = new Date()): Board {
  const open = loops.filter((loop) => loop.status === 'open')
  return {
    columns: KINDS.map((kind) => {
      const mine = kind === 'win' ? loops.filter(isWin) : open.filter((loop) => loop.kind === kind)
      return {
        kind,
        now: mine.filter((loop) => !isSnoozed(loop, now)).sort(kind === 'win' ? byEnd : byUrgency),
        snoozed: mine.filter((loop) => isSnoozed(loop, now)).sort(byUrgency),
      }
    }),
    done: loops.filter((loop) => loop.status !== 'open' && loop.kind !== 'win').sort(byEnd),
  }
}

function isWin(loop: Loop): boolean {
  return loop.kind === 'win' && loop.status !== 'dropped'
}

/** What has a day before what has none, the nearest first; then what matters most. */
export function byUrgency(one: Loop, other: Loop): number {
  if (one.dueAt !== other.dueAt) {
    if (one.dueAt === null) return 1
    if (other.dueAt === null) return -1
    return one.dueAt.localeCompare(other.dueAt)
  }
  return other.salience - one.salience || other.openedAt.localeCompare(one.openedAt)
}

function byEnd(one: Loop, other: Loop): number {
  return (other.closedAt ?? other.openedAt).localeCompare(one.closedAt ?? one.openedAt)
}
