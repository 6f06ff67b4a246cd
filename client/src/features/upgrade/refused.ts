/** What a plan has refused: which part of it ran out, when it comes back, and which plan has more of it. */
import { ApiError } from '../../api/http'
import type { UsageEntry } from '../../api/types'

export interface Refusal {
  feature: string
  limit: number | null
  /** When there is room by itself; null where waiting does not help. */
  resetsAt: string | null
  /** The plan that has more; null where none has. */
  wouldHelp: string | null
}

/** With the very thing that was refused, to be done once there is room. */
export interface Kept extends Refusal {
  again: () => void
}

/** Null for any other refusal: those a plan cannot mend. */
export function refusalOf(error: unknown): Refusal | null {
  if (!(error instanceof ApiError)) return null
  if (error.status !== 402 && error.code !== 'quota_exhausted') return null
  const { feature, limit, resetsAt, wouldHelp } = (error.body.details ?? {}) as Record<string, unknown>
  return {
    feature: typeof feature === 'string' ? feature : '',
    limit: typeof limit === 'number' ? limit : null,
    resetsAt: typeof resetsAt === 'string' ? resetsAt : null,
    wouldHelp: typeof wouldHelp === 'string' ? wouldHelp : null,
  }
}

/** The same, known before anything was asked. */
export function refusalIn({ feature, limit, resetsAt, wouldHelp }: UsageEntry): Refusal {
  return { feature, limit, resetsAt, wouldHelp }
}
