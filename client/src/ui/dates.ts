/** Moments as people read them, in the language that is spoken and in their own time. */
import { moments } from '../language/formats'

const DAY = moments({ day: 'numeric', month: 'short', year: 'numeric' })
const DAY_THIS_YEAR = moments({ day: 'numeric', month: 'short' })
const TIME = moments({ hour: 'numeric', minute: '2-digit' })
const MOMENT = moments({ dateStyle: 'medium', timeStyle: 'short' })
const WHOLE = moments({ dateStyle: 'full', timeStyle: 'medium' })

const CALENDAR_DAY = moments({ dateStyle: 'medium', timeZone: 'UTC' })
const CALENDAR_MONTH = moments({ month: 'long', year: 'numeric', timeZone: 'UTC' })

/** `2026-11-17` is a day on a calendar, not a moment: it is the same day wherever it is read. */
export function calendarDay(date: string): string {
  return CALENDAR_DAY().format(new Date(date))
}

export function calendarMonth(month: string): string {
  return CALENDAR_MONTH().format(new Date(month))
}

export function day(iso: string): string {
  return DAY().format(new Date(iso))
}

export function moment(iso: string): string {
  return MOMENT().format(new Date(iso))
}

/** In the margin of a conversation: the time, and the day unless it is today. Null for what is no moment. */
export function said(iso: string, now: Date = new Date()): { short: string; whole: string } | null {
  const date = new Date(iso)
  if (Number.isNaN(date.getTime())) return null
  const time = TIME().format(date)
  const isToday = date.toDateString() === now.toDateString()
  return {
    short: isToday ? time : `${DAY_THIS_YEAR().format(date)}, ${time}`,
    whole: WHOLE().format(date),
  }
}

export function time(iso: string): string {
  return TIME().format(new Date(iso))
}
