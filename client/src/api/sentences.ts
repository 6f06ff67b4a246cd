import { ApiError, ConnectionLost, NotReached } from './http'

/** What went wrong, in words, and what the person can do about it. */
export interface Trouble {
  sentence: string
  advice: string | null
  retryAt: Date | null
}

const ADVICE_BY_STATUS: Record<number, string> = {
  401: 'Sign in again to go on.',
  403: 'Ask the person it belongs to, or start a chat of your own.',
  404: 'It may have been deleted. Choose another chat or start a new one.',
  409: 'Reload the page to see how things stand now.',
  413: 'Shorten it, or send it in several parts.',
  415: 'Choose a PNG, JPEG, WebP or GIF image.',
  422: 'Change it a little and try again.',
  429: 'Wait a moment, then try again.',
  502: 'Try again in a moment.',
  503: 'Try again in a moment.',
  504: 'Try again in a moment.',
}

const SENTENCE_BY_STATUS: Record<number, string> = {
  401: 'Your session has ended.',
  403: 'This belongs to someone else.',
  404: 'This could not be found.',
  413: 'That is larger than Holdfast can take in one piece.',
  422: 'Holdfast could not accept that.',
  429: 'That was a little fast.',
  503: 'Holdfast cannot do this right now.',
}

export function describe(error: unknown): Trouble {
  if (error instanceof NotReached) {
    return {
      sentence: 'Holdfast cannot be reached.',
      advice: 'Check that it is running and that you are online, then try again.',
      retryAt: null,
    }
  }
  if (error instanceof ConnectionLost) {
    return {
      sentence: 'The connection was lost while the answer was being written.',
      advice: 'If the server is up, the answer goes on there. Try again to rejoin it.',
      retryAt: null,
    }
  }
  if (error instanceof ApiError) return describeRefusal(error)
  return {
    sentence: 'Something went wrong in this page.',
    advice: 'Reload it and try again. Nothing you wrote is lost.',
    retryAt: null,
  }
}

/** Refusals whose own words say what to do. */
const SAYS_ALL = new Set([
  'email_unverified',
  'second_factor_required',
  'no_own_second_factor',
  'no_mail',
  'mail_budget',
  'nothing_to_verify',
])

function describeRefusal(error: ApiError): Trouble {
  const said = error.body.message?.trim()
  // What ran out is said with when it comes back and what would help, so nothing else need be.
  if (said && isQuotaRefusal(error)) return { sentence: said, advice: null, retryAt: null }
  const sentence =
    said ||
    SENTENCE_BY_STATUS[error.status] ||
    (error.status >= 500 ? 'Something failed on the server.' : 'The server refused this.')
  const fallback = error.status >= 500 ? 'Nothing you wrote is lost. Try again.' : null
  // The server's own words already say what to do where they were written for this very case.
  const saysAll = error.status === 503 || SAYS_ALL.has(error.code)
  const advice = said && saysAll ? null : (ADVICE_BY_STATUS[error.status] ?? fallback)
  return { sentence: endWithStop(sentence), advice: error.retryAt ? null : advice, retryAt: error.retryAt }
}

export function isQuotaRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'quota_exhausted'
}

/** "in 12 seconds", "in 4 minutes", or a clock time when it is further away. Null when the wait is over. */
export function waitInWords(until: Date, now: Date = new Date()): string | null {
  const seconds = Math.ceil((until.getTime() - now.getTime()) / 1000)
  if (seconds <= 0) return null
  if (seconds < 90) return `in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}`
  if (seconds < 3600) return `in ${Math.ceil(seconds / 60)} minutes`
  const time = until.toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit' })
  const sameDay = until.toDateString() === now.toDateString()
  return sameDay ? `at ${time}` : `on ${until.toLocaleDateString(undefined, { weekday: 'long' })} at ${time}`
}

export function inOneLine(error: unknown): string {
  const { sentence, advice } = describe(error)
  return advice ? `${sentence} ${advice}` : sentence
}

function endWithStop(sentence: string): string {
  return /[.!?…]$/.test(sentence) ? sentence : `${sentence}.`
}
