import { plural } from '../language/formats'
import { defineWords, type TranslationOf } from '../language/words'

/** What is said when a request failed, and of what a plan limits. */
export const apiWords = defineWords('api', {
  notReached: 'Holdfast cannot be reached.',
  notReachedAdvice: 'Check that it is running and that you are online, then try again.',
  lineLost: 'The connection was lost while the answer was being written.',
  lineLostAdvice: 'If the server is up, the answer goes on there. Try again to rejoin it.',
  brokeHere: 'Something went wrong in this page.',
  brokeHereAdvice: 'Reload it and try again. Nothing you wrote is lost.',
  brokeThere: 'Something failed on the server.',
  brokeThereAdvice: 'Nothing you wrote is lost. Try again.',
  refused: 'The server refused this.',
  sentences: {
    401: 'Your session has ended.',
    403: 'This belongs to someone else.',
    404: 'This could not be found.',
    413: 'This is larger than Holdfast can take in one piece.',
    422: 'Holdfast could not accept that.',
    429: 'That was a little fast.',
    503: 'Holdfast cannot do this right now.',
  },
  advice: {
    401: 'Sign in again to go on.',
    403: 'Ask the person it belongs to, or start a chat of your own.',
    404: 'It may have been deleted.',
    409: 'Reload the page to see how things stand now.',
    413: 'Shorten it, or send it in several parts.',
    415: 'Choose a PNG, JPEG, WebP or GIF image.',
    422: 'Change it a little and try again.',
    429: 'Wait a moment, then try again.',
    502: 'Try again in a moment.',
    503: 'Try again in a moment.',
    504: 'Try again in a moment.',
  },
  atTime: (time: string) => `at ${time}`,
  onDay: (weekday: string, time: string) => `on ${weekday} at ${time}`,
  features: {
    chats_per_day: 'Messages a day',
    storage_bytes: 'File storage',
    voice_minutes_per_month: 'Voice minutes a month',
    api_requests_per_minute: 'API requests a minute',
    seats: 'Seats of an organization',
    memory_characters_per_day: 'Characters into memory a day',
    background_calls_per_day: 'Background model calls a day',
  },
  noLimit: 'no limit',
  bytes: (count: number) => plural(count, { one: '# byte', other: '# bytes' }),
  limit: (feature: string, amount: string) => `${feature.toLowerCase()} ${amount}`,
  limitsTo: (limits: string) => `to ${limits}`,
  limitsOfPlan: 'back to those of the plan',
})

export type ApiWords = TranslationOf<typeof apiWords>
