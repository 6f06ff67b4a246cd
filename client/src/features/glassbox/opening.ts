/** The start of a session in sentences: what was fetched, how long it had been, what was told and why. Pure. */
import type { TraceStart } from '../../api/types'
import { count, fetchedName, gapInWords, inARow, outcomeName } from './names'

/** From here on it is long ago: the handover is told again with the second message. */
const LONG_GAP_MINUTES = 120
const LONG_AGO = ['yesterday', 'multi_day']

const FETCHES: Record<TraceStart['startbrief_fetch'], string> = {
  fetched: 'The brief of what came before was fetched.',
  cached: 'The brief was at hand since the session’s first message.',
  fallback: 'The start brief was not to be had; the brief of the last session stood in.',
  empty: 'There was nothing from before to begin with.',
  timed_out: 'The brief of what came before did not come in time.',
  failed: 'The brief of what came before could not be had.',
  not_kept: 'The brief of that moment is not kept any more.',
  not_fed: 'The last session was not remembered yet, so nothing of it could be told.',
  not_asked: 'No brief was asked for.',
}

const DEPTHS: Record<NonNullable<TraceStart['depth']>, string> = {
  same_session: 'You had spoken just before',
  today: 'You had last spoken earlier that day',
  yesterday: 'You had last spoken the day before',
  multi_day: 'You had last spoken days before',
}

const OPS_SOURCES: Record<NonNullable<TraceStart['ops_source']>, string> = {
  startbrief: 'from the brief',
  loops: 'from what is open',
}

export function wasAsked(start: TraceStart): boolean {
  return start.startbrief_fetch !== 'not_asked'
}

export function fetchSentence(start: TraceStart): string {
  const how = start.startbrief_fetch
  // What is at hand may be that nothing could be had.
  const first = start.outcomes.startbrief
  if (how === 'cached' && first && first !== 'fetched') {
    return `${briefSentence(first)} That was at the session’s first message.`
  }
  return briefSentence(how)
}

function briefSentence(how: TraceStart['startbrief_fetch']): string {
  return FETCHES[how] ?? `Brief: ${outcomeName(how)}.`
}

export function gapSentence(start: TraceStart): string | null {
  const gap = start.gap_minutes === null ? null : gapInWords(start.gap_minutes)
  const depth = start.depth ? DEPTHS[start.depth] : null
  if (depth) return gap ? `${depth}, ${gap} earlier.` : `${depth}.`
  return gap ? `You had last spoken ${gap} earlier.` : null
}

/** Which of bridge, handover and ops this message was told with, and why. */
export function toldSentences(start: TraceStart): string[] {
  const said = []
  if (start.bridge_injected) said.push('The bridge was told: you came back soon.')
  if (start.handover_injected) said.push(`The handover was told: ${whyHandover(start)}.`)
  if (start.ops_injected) {
    const from = start.ops_source ? OPS_SOURCES[start.ops_source] : null
    said.push(from ? `What is due was told, ${from}.` : 'What is due was told.')
  }
  return said.length > 0 ? said : ['Neither bridge, handover nor what is due was told with this message.']
}

function whyHandover(start: TraceStart): string {
  if (start.reinjection_used) return 'the message came close to it, which counts once a session'
  if (start.userTurnsSeen <= 1) return 'it was the session’s first message'
  const isLongAgo = LONG_AGO.includes(start.depth ?? '') || (start.gap_minutes ?? 0) >= LONG_GAP_MINUTES
  return isLongAgo ? 'the last talk was long ago' : 'the first message had said little'
}

export function overlaySentence(start: TraceStart): string | null {
  const held = [
    ...(start.overlay_loops ? [`${count(start.overlay_loops, 'open loop')}`] : []),
    ...start.overlay_sections.map((section) => `your ${section.replaceAll('_', ' ')}`),
    ...(start.steering_used ? ['a word for the day'] : []),
  ]
  return held.length > 0 ? `Kept in mind: ${inARow(held)}.` : null
}

/** What became of the profile, the day's analysis and the list of what is open. */
export function outcomeSentences(start: TraceStart): string[] {
  const asked = Object.entries(start.outcomes).filter(([source]) => source !== 'startbrief')
  const there = asked.flatMap(([source, outcome]) => (outcome === 'fetched' ? [fetchedName(source)] : []))
  const others = asked.flatMap(([source, outcome]) =>
    outcome === 'fetched' ? [] : [`${capital(fetchedName(source))} ${outcomeName(outcome)}.`],
  )
  return there.length > 0
    ? [`${capital(inARow(there))} ${there.length > 1 ? 'were' : 'was'} there.`, ...others]
    : others
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}
