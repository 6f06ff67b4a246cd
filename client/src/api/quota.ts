/** How much is left. What is said about it, the server says: `sentence` of what was used, `message` of a refusal. Pure. */
import type { Usage, UsageEntry } from './types'

export function entryOf(usage: Usage | undefined, feature: UsageEntry['feature']): UsageEntry | null {
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
