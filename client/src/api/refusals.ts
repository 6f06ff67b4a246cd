/**
 * What the server refuses, in the language of the page. Its own sentence is English; in another language its stable code
 * says which sentence it is. A code that has none there is told in the server's own words.
 */
import { spokenTexts } from '../language/language'
import type { ApiError } from './http'
import type { UsageEntry } from './types'

export type Refusal = string | ((details: Record<string, unknown>) => string)
export type Refusals = Readonly<Record<string, Refusal>>

/** How much is left of what a plan limits; null where the server's sentence has to do. */
export type LeftOf = (entry: UsageEntry & { limit: number }) => string | null

export function refusalSentence({ body, code }: ApiError): string | null {
  return sentenceOf(code, body.details) ?? (body.message?.trim() || null)
}

/** The same for what failed while it was being written, of which only the code was told. */
export function sentenceOf(code: string, details: unknown = null): string | null {
  const told = spokenTexts().refusals as Refusals | undefined
  const said = told && Object.hasOwn(told, code) ? told[code] : undefined
  if (typeof said !== 'function') return said ?? null
  return said(typeof details === 'object' && details !== null ? (details as Record<string, unknown>) : {})
}

/** Why something could not be done, as it was kept: without its numbers, so what needs some is told in the server's words. */
export function faultSentence({ code, message }: { code: string; message: string }): string {
  const told = spokenTexts().refusals as Refusals | undefined
  const said = told && Object.hasOwn(told, code) ? told[code] : undefined
  return typeof said === 'string' ? said : message
}

/** What has run out or is running out, and when it comes back. */
export function usageSentence(entry: UsageEntry): string | null {
  const { feature, used, limit, resetsAt, wouldHelp } = entry
  const left = spokenTexts().left as LeftOf | undefined
  if (!left || limit === null) return entry.sentence ?? null
  if (used >= limit) return sentenceOf('quota_exhausted', { feature, used, limit, resetsAt, wouldHelp })
  return left({ ...entry, limit }) ?? entry.sentence ?? null
}
