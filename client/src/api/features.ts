/** What a plan limits, in words. Pure. */
import type { Features } from './types'

export type Feature = keyof Features

export const FEATURE_NAMES: Record<Feature, string> = {
  chats_per_day: 'Messages a day',
  storage_bytes: 'File storage',
  voice_minutes_per_month: 'Voice minutes a month',
  api_requests_per_minute: 'API requests a minute',
  seats: 'Seats of an organization',
  memory_characters_per_day: 'Characters into memory a day',
  background_calls_per_day: 'Background model calls a day',
}

export const FEATURES = Object.keys(FEATURE_NAMES) as Feature[]

export function featureName(feature: string): string {
  return FEATURE_NAMES[feature as Feature] ?? feature.replace(/_/g, ' ')
}

/** "20", "200 MB", "no limit". */
export function amount(feature: string, count: number | null): string {
  if (count === null) return 'no limit'
  return feature === 'storage_bytes' ? bytes(count) : count.toLocaleString()
}

const UNITS: [string, number][] = [
  ['TB', 1e12],
  ['GB', 1e9],
  ['MB', 1e6],
  ['KB', 1e3],
]

export function bytes(count: number): string {
  for (const [unit, size] of UNITS) {
    if (count >= size) return `${Number((count / size).toPrecision(3)).toLocaleString()} ${unit}`
  }
  return `${count} ${count === 1 ? 'byte' : 'bytes'}`
}

/** "to messages a day 500, seats no limit": single numbers that were laid over those of a plan. */
export function limitsInWords(limits: unknown): string {
  const found = (limits as { features?: Record<string, number | null> } | null)?.features ?? {}
  const told = Object.entries(found).map(
    ([feature, limit]) => `${featureName(feature).toLowerCase()} ${amount(feature, limit)}`,
  )
  return told.length > 0 ? `to ${told.join(', ')}` : 'back to those of the plan'
}
