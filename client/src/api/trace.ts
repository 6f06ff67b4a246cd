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
  /** Why the reader may not read it, in a sentence. */
  withheld?: string | null
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

/** How the message was taken: posture, intent and signals. */
export interface TraceReading {
  posture?: string | null
  intent?: string | null
  /** `rules`, `meaning` or `model`. */
  by?: string | null
  confidence?: number | null
  scores?: Record<string, number>
  momentumGuard?: boolean
  signals?: Record<string, boolean>
}

export interface TraceHit {
  id?: string | null
  score?: number | null
  text?: string | null
  title?: string | null
}

/** One question to the memory, or the decision not to ask it. */
export interface TraceRetrieval {
  source?: string | null
  /** `explicit`, `ambient` or `none`. */
  gate?: string | null
  gateBy?: string | null
  confidence?: number | null
  reason?: string | null
  spec?: { entities?: string[]; topics?: string[]; timeIntent?: string | null } | null
  query?: string | null
  facts?: TraceHit[]
  episodes?: TraceHit[]
  hits?: TraceHit[]
  dropped?: number | null
  droppedBecause?: Record<string, number>
  missing?: string | null
  ms?: number | null
}

/** What a session began with, in the server's own spelling. */
export interface TraceStart {
  session_id?: string | null
  userTurnsSeen?: number
  handover_injected?: boolean
  bridge_injected?: boolean
  ops_injected?: boolean
  ops_source?: string | null
  /** `fetched`, `cached`, `fallback`, `empty`, `timed_out`, `failed` or `not_asked`. */
  startbrief_fetch?: string | null
  reinjection_used?: boolean
  depth?: string | null
  gap_minutes?: number | null
  outcomes?: Record<string, string>
  daily_confidence?: string | null
  overlay_sections?: string[]
  overlay_loops?: number
  steering_used?: boolean
}

export interface TracePreflight {
  outcome?: string | null
  model?: string | null
  maxOutputTokens?: number | null
  firstTool?: string | null
  refused?: string[]
  ms?: number | null
}

export interface TraceRoute {
  kind: string
  reason?: string | null
  details?: {
    settingsVersion?: number
    rules?: string[]
    entities?: string[]
    can?: string | null
    missing?: string[]
  } | null
}

export interface Trace {
  turnId: string
  blocks?: TraceBlock[]
  retrievals?: TraceRetrieval[]
  missing?: (string | Record<string, unknown>)[]
  models?: TraceModel[]
  tools?: Record<string, unknown>[]
  /** When each step ended, in milliseconds since the request came in. */
  timings?: Record<string, number>
  route?: TraceRoute | null
  reading?: TraceReading | null
  startbriefRuntime?: TraceStart | null
  preflight?: TracePreflight | null
  /** Models that the persona names and this installation lacks. */
  unknownModels?: string[]
  isForgotten?: boolean
}

export type WhichMemory = 'then' | 'now'

export interface BlockDifference {
  kind: string
  change: 'same' | 'changed' | 'added' | 'removed'
  then: { tokens: number; text: string | null } | null
  replayed: { tokens: number; text: string | null } | null
}

/** The turn again, as `POST /api/turns/{turnId}/replay` answers. Nothing of it is stored. */
export interface Replay {
  memory: WhichMemory
  asOf?: string | null
  promptTokens?: number
  difference?: BlockDifference[]
  answer?: { then: string | null; replayed: string | null }
  /** Why no answer came, in a sentence. */
  error?: string | null
  missing?: (string | Record<string, unknown>)[]
  models?: TraceModel[]
}
