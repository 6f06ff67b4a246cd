/** The glass box as `GET /api/turns/{turnId}/trace` sends it. Everything but `turnId` may be missing. */

export type BlockStatus = 'kept' | 'compressed' | 'dropped'

export interface TraceSource {
  type: string
  id: string
  title?: string | null
}

export interface TraceBlock {
  kind: string
  order: number
  tokens: number
  status: BlockStatus
  reason?: string | null
  sha256?: string | null
  sources?: TraceSource[]
  /** Null or absent when the reader may know that a block was there, but not what it said. */
  text?: string | null
}

export interface TraceModel {
  name: string
  outcome: string
  ms?: number | null
  failure?: string | null
  firstTokenMs?: number | null
  firstEventMs?: number | null
  inputTokens?: number | null
  outputTokens?: number | null
  costUsd?: number | null
}

export interface Trace {
  turnId: string
  blocks?: TraceBlock[]
  retrievals?: Record<string, unknown>[]
  missing?: (string | Record<string, unknown>)[]
  models?: TraceModel[]
  tools?: Record<string, unknown>[]
  /** When each step ended, in milliseconds since the request came in. */
  timings?: Record<string, number>
  route?: { kind: string; reason?: string | null } | null
}
