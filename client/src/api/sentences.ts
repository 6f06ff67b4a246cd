import { fromNow, moments } from '../language/formats'
import { wordsNow } from '../language/words'
import { ApiError, ConnectionLost, NotReached } from './http'
import { refusalSentence } from './refusals'
import { apiWords } from './words'

const TIME = moments({ hour: 'numeric', minute: '2-digit' })
const WEEKDAY = moments({ weekday: 'long' })

/** What went wrong, in words, and what the person can do about it. */
export interface Trouble {
  sentence: string
  advice: string | null
  retryAt: Date | null
}

export function describe(error: unknown): Trouble {
  const says = wordsNow(apiWords)
  if (error instanceof NotReached)
    return { sentence: says.notReached, advice: says.notReachedAdvice, retryAt: null }
  if (error instanceof ConnectionLost)
    return { sentence: says.lineLost, advice: says.lineLostAdvice, retryAt: null }
  if (error instanceof ApiError) return describeRefusal(error)
  return { sentence: says.brokeHere, advice: says.brokeHereAdvice, retryAt: null }
}

function describeRefusal(error: ApiError): Trouble {
  const says = wordsNow(apiWords)
  const said = refusalSentence(error)
  // Its own sentence says what to do. What ran out also says when it comes back, so nothing else need be.
  if (said !== null)
    return {
      sentence: endWithStop(said),
      advice: null,
      retryAt: isQuotaRefusal(error) ? null : error.retryAt,
    }
  const isOurs = error.status >= 500
  const sentence = ofStatus(says.sentences, error.status) ?? (isOurs ? says.brokeThere : says.refused)
  const advice = ofStatus(says.advice, error.status) ?? (isOurs ? says.brokeThereAdvice : null)
  return { sentence, advice: error.retryAt ? null : advice, retryAt: error.retryAt }
}

function ofStatus(said: Readonly<Record<number, string>>, status: number): string | undefined {
  return said[status]
}

export function isQuotaRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'quota_exhausted'
}

/** "in 12 seconds", "in 4 minutes", or a clock time when it is further away. Null when the wait is over. */
export function waitInWords(until: Date, now: Date = new Date()): string | null {
  const seconds = Math.ceil((until.getTime() - now.getTime()) / 1000)
  if (seconds <= 0) return null
  if (seconds < 90) return fromNow(seconds, 'second')
  if (seconds < 3600) return fromNow(Math.ceil(seconds / 60), 'minute')
  const says = wordsNow(apiWords)
  const time = TIME().format(until)
  const isToday = until.toDateString() === now.toDateString()
  return isToday ? says.atTime(time) : says.onDay(WEEKDAY().format(until), time)
}

export function inOneLine(error: unknown): string {
  const { sentence, advice } = describe(error)
  return advice ? `${sentence} ${advice}` : sentence
}

function endWithStop(sentence: string): string {
  return /[.!?…]$/.test(sentence) ? sentence : `${sentence}.`
}
