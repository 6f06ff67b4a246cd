/** Traces as the server sends them: every field is there, and a test says only what it is about. */
import type {
  Replay,
  Trace,
  TraceBlock,
  TraceFound,
  TraceModel,
  TracePreflight,
  TraceReading,
  TraceRetrieval,
  TraceStart,
} from '../api/types'

export const aStart = (change: Partial<TraceStart> = {}): TraceStart => ({
  session_id: null,
  userTurnsSeen: 0,
  handover_injected: false,
  bridge_injected: false,
  ops_injected: false,
  ops_source: null,
  startbrief_fetch: 'not_asked',
  reinjection_used: false,
  handover_closeness: null,
  depth: null,
  gap_minutes: null,
  outcomes: {},
  daily_confidence: null,
  overlay_sections: [],
  overlay_loops: 0,
  steering_used: false,
  ...change,
})

export const aBlock = (kind: TraceBlock['kind'], change: Partial<TraceBlock> = {}): TraceBlock => ({
  kind,
  order: 1,
  tokens: 10,
  status: 'kept',
  reason: 'fits',
  sha256: 'ab'.repeat(32),
  sources: [],
  text: null,
  withheld: null,
  ...change,
})

export const aModel = (name: string, change: Partial<TraceModel> = {}): TraceModel => ({
  name,
  outcome: 'answered',
  failure: null,
  ms: null,
  firstEventMs: null,
  inputTokens: null,
  outputTokens: null,
  costUsd: null,
  ...change,
})

const NO_SIGNALS: TraceReading['signals'] = {
  avoidance: false,
  drift: false,
  directRequest: false,
  namesTrackedPerson: false,
  asksAboutTone: false,
  lowSignal: false,
}

export const aReading = ({
  signals,
  ...change
}: Partial<Omit<TraceReading, 'signals'>> & {
  signals?: Partial<TraceReading['signals']>
} = {}): TraceReading => ({
  posture: 'COMPANIONSHIP',
  intent: 'casual',
  by: 'rules',
  confidence: 0.9,
  scores: {},
  reasons: [],
  momentumGuard: false,
  ...change,
  signals: { ...NO_SIGNALS, ...signals },
})

export const found = (id: string | null, score: number | null = null): TraceFound => ({ id, score })

export const aRetrieval = (source: string, change: Partial<TraceRetrieval> = {}): TraceRetrieval => ({
  source,
  gate: null,
  gateBy: null,
  confidence: null,
  reason: null,
  spec: { entities: [], topics: [], timeIntent: 'none' },
  query: null,
  needs: [],
  facts: [],
  episodes: [],
  loops: [],
  passages: [],
  namespaces: [],
  relevant: 0,
  dropped: 0,
  droppedBecause: {},
  lines: 0,
  missing: null,
  ms: null,
  ...change,
})

export const aPreflight = (change: Partial<TracePreflight> = {}): TracePreflight => ({
  outcome: 'not_asked',
  model: null,
  maxOutputTokens: null,
  firstTool: null,
  refused: [],
  ms: null,
  ...change,
})

export const aRoute = (
  kind: Trace['route']['kind'],
  reason = '',
  details: Partial<Trace['route']['details']> = {},
): Trace['route'] => ({
  kind,
  reason,
  details: { settingsVersion: null, rules: [], entities: [], can: null, missing: [], ...details },
})

export const aTrace = (change: Partial<Trace> = {}): Trace => ({
  turnId: 't1',
  continues: null,
  blocks: [],
  promptTokens: 0,
  promptBudget: null,
  retrievals: [],
  reading: null,
  missing: [],
  models: [],
  tools: [],
  timings: {},
  speech: { heard: null, spoken: null },
  route: aRoute('conversational'),
  persona: 'sophie',
  profile: null,
  outcome: 'answered',
  sentence: null,
  startbrief_used: false,
  startbrief_fallback: null,
  startbrief_items_count: 0,
  bridgeText_chars: 0,
  startbriefRuntime: aStart(),
  systemBlocks: [],
  preflight: null,
  unknownModels: [],
  keptCharacters: null,
  isForgotten: false,
  forgotten: [],
  ...change,
})

/** What was and what is, as the server names them. */
export const sides = <T, S>(then: T, replayed: S) => ({ then, replayed })

export const aReplay = (change: Partial<Replay> = {}): Replay => ({
  turnId: 't1',
  memory: 'then',
  asOf: null,
  promptTokens: 300,
  promptBudget: 8000,
  blocks: [],
  difference: [],
  answer: sides(null, null),
  error: null,
  missing: [],
  models: [],
  retrievals: [],
  reading: null,
  ...change,
})
