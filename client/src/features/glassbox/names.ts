/** The server's names, in the words people use. A name nobody listed is spelt out as it is. Pure. */
import { inWords } from './figures'

const BLOCKS: Record<string, string> = {
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
  system: 'Knowledge of the system',
  about: 'What is known about you',
  memory: 'Memories',
  persona_knowledge: 'Knowledge of the persona',
  conversation_summary: 'The chat so far, in short',
  user_documents: 'Your documents',
  org_documents: 'Documents of your organization',
  company: 'Company',
  recall_sheet: 'Recalled for this message',
  instructions: 'Instructions',
  history: 'Earlier message',
  real_time: 'Date and time',
  user_message: 'Your message',
}

/** What somebody wants who is met in this posture. */
const POSTURES: Record<string, string> = {
  COMPANIONSHIP: 'company',
  SUPPORT: 'support',
  RELATIONSHIP: 'to talk about somebody else',
  REFLECTION: 'to understand themselves',
  MOMENTUM: 'to take the next step',
  PLANNING: 'a plan',
  TASK: 'something done',
}

const INTENTS: Record<string, string> = {
  casual: 'small talk',
  question: 'a question',
  recall: 'a question about the past',
  share: 'something told',
  momentum: 'setting out to do something',
  output_task: 'a piece of work asked for',
}

const SIGNALS: Record<string, string> = {
  avoidance: 'It steps around something.',
  drift: 'It leads away from what the session was about.',
  directRequest: 'It asks for something outright.',
  namesTrackedPerson: 'It names somebody who is remembered.',
  asksAboutTone: 'It asks about tone or wording.',
  lowSignal: 'It says too little to make anything of.',
}

const JUDGES: Record<string, string> = {
  rules: 'the rules',
  meaning: 'nearness in meaning',
  model: 'a model',
}

const DROPPED: Record<string, string> = {
  low_score: 'scored too low',
  not_about_it: 'about something else',
  in_history: 'already in the conversation',
  is_the_question: 'the question itself',
  pinned: 'pinned, and told anyway',
}

const OUTCOMES: Record<string, string> = {
  fallback: 'was replaced by another',
  empty: 'had nothing to say',
  timed_out: 'did not answer in time',
  failed: 'could not be asked',
}

const FETCHED: Record<string, string> = {
  user_model: 'the profile',
  daily: 'the day’s analysis',
  loops: 'the list of what is open',
}

/** What a turn asks before it answers. */
const SOURCES: Record<string, string> = {
  startbrief: 'What the session begins with',
  session_start: 'What the session begins with',
  user_model: 'Your profile',
  daily: 'The day’s analysis',
  loops: 'The list of what is open',
  standing: 'What you wrote about yourself and pinned',
  summary: 'The chat so far, in short',
  turns: 'The turns of this session',
  history: 'Earlier messages',
  files: 'Files of the message',
  librarian: 'What is remembered about this',
  memory: 'Memories',
  envelope: 'The incident so far',
}

const named = (names: Record<string, string>) => (name: string) => names[name] ?? inWords(name).toLowerCase()

export const blockName = (kind: string) => BLOCKS[kind] ?? inWords(kind)
export const postureName = named(POSTURES)
export const intentName = named(INTENTS)
export const judgeName = named(JUDGES)
export const dropReason = named(DROPPED)
export const outcomeName = named(OUTCOMES)
export const fetchedName = (source: string) => FETCHED[source] ?? inWords(source).toLowerCase()
export const sourceName = (source: string) => SOURCES[source] ?? BLOCKS[source] ?? inWords(source)
export const signalSentence = (name: string) => SIGNALS[name] ?? `${inWords(name)}.`

/** "a, b and c" */
export function inARow(names: string[]): string {
  if (names.length < 2) return names.join('')
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}

export function sureness(confidence: number | null | undefined): string | null {
  return typeof confidence === 'number' ? `${Math.round(confidence * 100)} % sure` : null
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
