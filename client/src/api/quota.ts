/** How much is left, and what is said about it: the same words before something runs out and after. Pure. */

import { amount } from './features'
import type { Plan, PlanName, Usage, UsageEntry } from './types'

/** What ran out, as a refusal of the server tells it and as we can tell from what was used. */
export interface Exhausted {
  feature: string
  used: number
  limit: number
  resetsAt: string | null
  wouldHelp: PlanName | null
}

export function entryOf(usage: Usage | undefined, feature: string): UsageEntry | null {
  return usage?.usage.find((entry) => entry.feature === feature) ?? null
}

/** Null where there is no limit. */
export function leftOf(entry: UsageEntry | null): number | null {
  return entry === null || entry.limit === null ? null : Math.max(0, entry.limit - entry.used)
}

const FEW = 3
const FEW_PART = 0.1

export function isFew(entry: UsageEntry): boolean {
  const left = leftOf(entry)
  return left !== null && entry.limit !== null && (left <= FEW || left <= entry.limit * FEW_PART)
}

/** From small to large. Whoever runs the installation may give `unlimited`, but it is offered to nobody. */
const SOLD: PlanName[] = ['free', 'pro', 'business']

/** The smallest plan above this one that has room for one more; null where none has. */
export function wouldHelp(usage: Usage, entry: UsageEntry, plans: Plan[]): PlanName | null {
  const at = SOLD.indexOf(usage.plan)
  if (at === -1) return null
  for (const name of SOLD.slice(at + 1)) {
    const features = plans.find((plan) => plan.id === name)?.features as
      | Record<string, number | null>
      | undefined
    const limit = features?.[entry.feature]
    if (limit === null || (limit !== undefined && limit > entry.used)) return name
  }
  return null
}

/** Midnight is "at 00:00"; a day further away is named. */
export function resetInWords(resetsAt: string, now: Date = new Date()): string {
  const at = new Date(resetsAt)
  const time = at.toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit' })
  const isWithinADay = at.getTime() - now.getTime() <= 86_400_000
  if (isWithinADay) return `at ${time}`
  return `on ${at.toLocaleDateString(undefined, { day: 'numeric', month: 'long' })} at ${time}`
}

const NOUNS: Record<string, { one: string; many: string; span: string }> = {
  chats_per_day: { one: 'chat', many: 'chats', span: ' today' },
  voice_minutes_per_month: { one: 'voice minute', many: 'voice minutes', span: ' this month' },
  memory_characters_per_day: { one: 'character for memory', many: 'characters for memory', span: ' today' },
  background_calls_per_day: { one: 'background call', many: 'background calls', span: ' today' },
}

/** "3 of 20 chats left today, more at 00:00". */
export function leftLine(entry: UsageEntry, now: Date = new Date()): string {
  const { many, span } = NOUNS[entry.feature] ?? { many: entry.feature, span: '' }
  const more = entry.resetsAt ? `, more ${resetInWords(entry.resetsAt, now)}` : ''
  return `${amount(entry.feature, leftOf(entry))} of ${amount(entry.feature, entry.limit)} ${many} left${span}${more}`
}

/** What ran out, when it comes back, and what would help. One who is tired reads no further. */
export function exhaustedSentence(what: Exhausted, now: Date = new Date()): string {
  const { feature, used, limit, resetsAt } = what
  const helps = what.wouldHelp ? ` The ${what.wouldHelp} plan has more.` : ''
  const back = resetsAt ? ` New ones come ${resetInWords(resetsAt, now)}.` : ''
  if (feature === 'storage_bytes') {
    return `Your files fill ${amount(feature, used)} of ${amount(feature, limit)}, and this one does not fit beside them. Delete some first.${helps}`
  }
  const noun = NOUNS[feature]
  if (!noun) return `You have used all there is for now (${amount(feature, limit)}).${back}${helps}`
  if (limit === 0) return `Your plan has no ${noun.many}.${helps}`
  const all =
    limit === 1
      ? `your one ${noun.one}`
      : used >= limit
        ? `all your ${limit.toLocaleString()} ${noun.many}`
        : `${used.toLocaleString()} of your ${limit.toLocaleString()} ${noun.many}`
  return `You have used ${all} for${noun.span}.${back}${helps}`
}

/** The details of a 429 `quota_exhausted`; null where they are not what they should be. */
export function readExhausted(details: unknown): Exhausted | null {
  if (!details || typeof details !== 'object') return null
  const { feature, used, limit, resetsAt, wouldHelp: helps } = details as Record<string, unknown>
  if (typeof feature !== 'string' || typeof used !== 'number' || typeof limit !== 'number') return null
  return {
    feature,
    used,
    limit,
    resetsAt: typeof resetsAt === 'string' && !Number.isNaN(Date.parse(resetsAt)) ? resetsAt : null,
    wouldHelp: SOLD.find((name) => name === helps) ?? null,
  }
}
