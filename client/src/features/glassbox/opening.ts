/** The start of a session in sentences: what was fetched, how long it had been, what was kept in mind. */
import type { TraceStart } from '../../api/types'
import { wordsNow } from '../../language/words'
import { inWords } from './figures'
import { outcomeName } from './names'
import { glassWords } from './words'

const says = () => wordsNow(glassWords)

export function wasAsked(start: TraceStart): boolean {
  return start.startbrief_fetch !== 'not_asked'
}

export function fetchSentence(start: TraceStart): string {
  const how = start.startbrief_fetch
  // What is at hand may be that nothing could be had.
  const first = start.outcomes.startbrief
  if (how === 'cached' && first && first !== 'fetched') return says().start.thatWasFirst(briefSentence(first))
  return briefSentence(how)
}

function briefSentence(how: TraceStart['startbrief_fetch']): string {
  return says().start.fetches[how] ?? says().start.briefIs(outcomeName(how))
}

export function gapSentence({ gap_minutes, depth }: TraceStart): string | null {
  const { gap: inTime, start } = says()
  const gap = gap_minutes === null ? null : inTime(gap_minutes)
  const known = depth ? start.depths[depth] : null
  if (known) return start.spoken(known, gap)
  return gap ? start.spokenAgo(gap) : null
}

export function overlaySentence(told: TraceStart): string | null {
  const { start } = says()
  const held = [
    ...(told.overlay_loops ? [start.openLoops(told.overlay_loops)] : []),
    ...told.overlay_sections.map((section) => start.sections[section] ?? inWords(section).toLowerCase()),
    ...(told.steering_used ? [start.steering] : []),
  ]
  return held.length > 0 ? start.keptInMind(held) : null
}
