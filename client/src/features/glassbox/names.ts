/**
 * The server's codes in the words people use. Each table is keyed by the codes of the server's own document, so that one
 * which lacks a word is an error of its type. A code of another release is spelt out as it is. Pure.
 */
import type {
  Trace,
  TraceBlock,
  TraceMissing,
  TraceModel,
  TracePreflight,
  TraceReading,
  TraceRetrieval,
  TraceStart,
} from '../../api/types'
import { inWords } from './figures'

const BLOCKS: Record<TraceBlock['kind'], string> = {
  persona: 'Persona',
  conversation_posture: 'How to speak now',
  overlay: 'What is open with you',
  bridge: 'Bridge from the last talk',
  handover: 'Handover of the last session',
  ops: 'What is due',
  envelope: 'The incident so far',
  commitments: 'What you promised',
  threads: 'Threads of talk',
  frictions: 'What is in the way',
  wins: 'What went well',
  user_seed: 'What you wrote about yourself',
  summary_spine: 'The story so far',
  current_session: 'This session so far',
  latest_session: 'The last session',
  session_state: 'Where the session stands',
  foundation_memories: 'Pinned memories',
  relevant_memories: 'Memories that fit',
  about: 'What is known about you',
  memory: 'Memories',
  conversation_summary: 'The chat so far, in short',
  recall_sheet: 'Recalled for this message',
  instructions: 'Instructions',
  history: 'Earlier message',
  real_time: 'Date and time',
  user_message: 'Your message',
  system: 'Knowledge of the system',
  persona_knowledge: 'Knowledge of the persona',
  user_documents: 'Your documents',
  org_documents: 'Documents of your organization',
  company: 'Company',
}

/** What somebody wants who is met in this posture. */
const POSTURES: Record<TraceReading['posture'], string> = {
  COMPANIONSHIP: 'company',
  SUPPORT: 'support',
  RELATIONSHIP: 'to talk about somebody else',
  REFLECTION: 'to understand themselves',
  MOMENTUM: 'to take the next step',
  PLANNING: 'a plan',
  TASK: 'something done',
}

const INTENTS: Record<TraceReading['intent'], string> = {
  casual: 'small talk',
  question: 'a question',
  recall: 'a question about the past',
  share: 'something told',
  momentum: 'setting out to do something',
  output_task: 'a piece of work asked for',
}

const SIGNALS: Record<keyof TraceReading['signals'], string> = {
  avoidance: 'It steps around something.',
  drift: 'It leads away from what the session was about.',
  directRequest: 'It asks for something outright.',
  namesTrackedPerson: 'It names somebody who is remembered.',
  asksAboutTone: 'It asks about tone or wording.',
  lowSignal: 'It says too little to make anything of.',
}

const JUDGES: Record<TraceReading['by'], string> = {
  rules: 'the rules',
  meaning: 'nearness in meaning',
  model: 'a model',
}

const GATES: Record<NonNullable<TraceRetrieval['gate']>, string> = {
  explicit: 'Looked up: the message asks for it',
  ambient: 'Looked up: it may help',
  none: 'Not looked up',
}

const DROPPED: Record<keyof TraceRetrieval['droppedBecause'], string> = {
  low_score: 'scored too low',
  not_about_it: 'about something else',
  another_time: 'from another time',
  in_history: 'already in the conversation',
  is_the_question: 'the question itself',
  pinned: 'pinned, and told anyway',
  not_asked: 'not asked for',
  not_needed: 'not needed for this',
  needs_nothing: 'of no matter to what was asked',
}

const OUTCOMES: Record<TraceStart['startbrief_fetch'], string> = {
  fetched: 'was there',
  cached: 'was at hand',
  fallback: 'was replaced by another',
  empty: 'had nothing to say',
  timed_out: 'did not answer in time',
  failed: 'could not be asked',
  not_kept: 'is not there any more',
  not_fed: 'was not ready yet',
  not_asked: 'was not asked',
}

const FETCHED: Record<string, string> = {
  user_model: 'the profile',
  daily: 'the day’s analysis',
  loops: 'the list of what is open',
}

/** What a turn asks before it answers. */
const SOURCES: Record<TraceMissing['source'], string> = {
  history: 'Earlier messages',
  session_start: 'What the session begins with',
  session: 'What the session is about',
  startbrief: 'What the session begins with',
  user_model: 'Your profile',
  daily: 'The day’s analysis',
  loops: 'The list of what is open',
  handover: 'Handover of the last session',
  envelope: 'The incident so far',
  legacy: 'Memories in the older form',
  standing: 'What you wrote about yourself and pinned',
  chat_summary: 'The chat so far, in short',
  recall: 'What is remembered about this',
  librarian: 'What is remembered about this',
  memory: 'Memories',
  files: 'Files of the message',
  'demo model': 'A model that can follow it all',
  voice: 'The voice',
  trace: 'The record of this answer',
}

const WAYS: Record<Trace['route']['kind'], string> = {
  conversational: 'Normal reply',
  actionable: 'Request to act, with tools',
  research: 'Research',
  answer: 'Answered at once, no model',
}

const PREFLIGHTS: Record<Exclude<TracePreflight['outcome'], 'chosen' | 'not_asked'>, string> = {
  nothing_to_choose: 'There was nothing to choose between.',
  timed_out: 'Whoever was asked did not answer in time; the persona’s own settings stood.',
  failed: 'Whoever was asked could not answer; the persona’s own settings stood.',
}

const FAILURES: Record<NonNullable<TraceModel['failure']>, string> = {
  unreachable: 'it could not be reached',
  slow_first_byte: 'it did not begin in time',
  stalled: 'it stopped halfway',
  cut_off: 'the line broke off',
  malformed: 'what it said could not be read',
  unauthorized: 'the key was not accepted',
  rate_limited: 'it had too much to do',
  rejected: 'it refused the prompt',
  server_error: 'it had a fault of its own',
  empty: 'it said nothing',
  not_configured: 'it is not set up',
  spent: 'the questions of this day were used up',
}

const find = (names: Partial<Record<string, string>>, code: string) => names[code]
const named =
  <Code extends string>(names: Partial<Record<Code, string>>) =>
  (code: Code) =>
    find(names, code) ?? inWords(code).toLowerCase()

export const blockName = (kind: TraceBlock['kind']) => find(BLOCKS, kind) ?? inWords(kind)
export const postureName = named(POSTURES)
export const intentName = named(INTENTS)
export const judgeName = named(JUDGES)
export const dropReason = (reason: string) => find(DROPPED, reason) ?? inWords(reason).toLowerCase()
export const outcomeName = named(OUTCOMES)
export const fetchedName = named<string>(FETCHED)
export const failureName = named(FAILURES)
export const gateName = (gate: NonNullable<TraceRetrieval['gate']>) => find(GATES, gate) ?? inWords(gate)
export const wayName = (kind: Trace['route']['kind']) => find(WAYS, kind) ?? inWords(kind)
export const sourceName = (source: TraceMissing['source']) => find(SOURCES, source) ?? inWords(source)
export const signalSentence = (name: string) => find(SIGNALS, name) ?? `${inWords(name)}.`
/** Null where something was chosen: that is told by what it was. */
export const preflightSentence = (outcome: TracePreflight['outcome']) => find(PREFLIGHTS, outcome) ?? null

/** "a, b and c" */
export function inARow(names: string[]): string {
  if (names.length < 2) return names.join('')
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}

export function sureness(confidence: number | null): string | null {
  return confidence === null ? null : `${Math.round(confidence * 100)} % sure`
}

/** "3 minutes", "5 hours", "2 days". */
export function gapInWords(minutes: number): string {
  if (minutes < 1) return 'less than a minute'
  if (minutes < 90) return count(Math.round(minutes), 'minute')
  if (minutes < 36 * 60) return count(Math.round(minutes / 60), 'hour')
  return count(Math.round(minutes / 1440), 'day')
}

export function count(many: number, noun: string): string {
  return `${many.toLocaleString()} ${noun}${many === 1 ? '' : 's'}`
}
