/**
 * The server's codes in the words people use. Each table is keyed by the codes of the server's own document, so that one
 * which lacks a word is an error of its type. A code of another release is spelt out as it is.
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
import { wordsNow } from '../../language/words'
import { inWords } from './figures'
import { glassWords } from './words'

type Tables = ReturnType<typeof wordsNow<typeof glassWords.english>>['names']

const find = (table: keyof Tables, code: string): string | undefined =>
  (wordsNow(glassWords).names[table] as Partial<Record<string, string>>)[code]
const named =
  <Code extends string>(table: keyof Tables) =>
  (code: Code) =>
    find(table, code) ?? inWords(code).toLowerCase()
const titled =
  <Code extends string>(table: keyof Tables) =>
  (code: Code) =>
    find(table, code) ?? inWords(code)

export const blockName = titled<TraceBlock['kind']>('blocks')
export const postureName = named<TraceReading['posture']>('postures')
export const intentName = named<TraceReading['intent']>('intents')
export const judgeName = named<TraceReading['by']>('judges')
export const dropReason = named<string>('dropped')
export const outcomeName = named<TraceStart['startbrief_fetch']>('outcomes')
export const fetchedName = named<string>('fetched')
export const failureName = named<NonNullable<TraceModel['failure']>>('failures')
export const gateName = titled<NonNullable<TraceRetrieval['gate']>>('gates')
export const wayName = titled<Trace['route']['kind']>('ways')
export const sourceName = titled<TraceMissing['source']>('sources')
export const signalSentence = (name: string) => find('signals', name) ?? `${inWords(name)}.`
/** Null where something was chosen: that is told by what it was. */
export const preflightSentence = (outcome: TracePreflight['outcome']) => find('preflights', outcome) ?? null
