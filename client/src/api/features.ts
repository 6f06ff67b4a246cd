/** What a plan limits, by the names the server has for it. */
import type { Features } from './types'

export type Feature = keyof Features

export const FEATURES = [
  'chats_per_day',
  'storage_bytes',
  'voice_minutes_per_month',
  'api_requests_per_minute',
  'seats',
  'memory_characters_per_day',
  'background_calls_per_day',
] as const satisfies readonly Feature[]
