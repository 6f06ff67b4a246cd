/** Days of what is to be done. A day without an hour is kept as its last minute, on the person's own clock. */
import type { Loop } from '../../api/types'

const DAY_MS = 86_400_000

/** `2026-11-20`, as a date field writes it, to the last minute of that day here. */
export function endOfDay(date: string): string | null {
  const [year, month, day] = date.split('-').map(Number)
  if (!year || !month || !day) return null
  return new Date(year, month - 1, day, 23, 59).toISOString()
}

/** The other way round, for a date field. */
export function dateOf(iso: string | null): string {
  if (!iso) return ''
  const at = new Date(iso)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
}

/** How many midnights lie between now and then; negative: it is past. */
export function daysUntil(iso: string, now: Date = new Date()): number {
  const at = new Date(iso)
  const midnight = (date: Date) => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate())
  return Math.round((midnight(at) - midnight(now)) / DAY_MS)
}

export function hasHour(iso: string): boolean {
  const at = new Date(iso)
  return !(at.getHours() === 23 && at.getMinutes() === 59) && !(at.getHours() === 0 && at.getMinutes() === 0)
}

/** Tomorrow morning, next week: nine o'clock of that day. */
export function inDays(days: number, now: Date = new Date()): string {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, 9).toISOString()
}

export function isSnoozed(loop: Pick<Loop, 'snoozedUntil'>, now: Date = new Date()): boolean {
  return loop.snoozedUntil !== null && new Date(loop.snoozedUntil) > now
}
