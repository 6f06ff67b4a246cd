/** Which of bridge, handover and ops a message was told with, and why; and what became of what was asked besides. */
import type { TraceStart } from '../../../api/types'
import { wordsNow } from '../../../language/words'
import { fetchedName, outcomeName } from '../names'
import { engineerWords } from './words'

/** From here on it is long ago: the handover is told again with the second message. */
const LONG_GAP_MINUTES = 120
const LONG_AGO = ['yesterday', 'multi_day']

export function toldSentences(start: TraceStart): string[] {
  const says = wordsNow(engineerWords).start
  const said = []
  if (start.bridge_injected) said.push(says.bridge)
  if (start.handover_injected) said.push(says.handover(says.handoverWhy[whyHandover(start)]))
  if (start.ops_injected) said.push((start.ops_source && says.dueFrom[start.ops_source]) || says.due)
  return said.length > 0 ? said : [says.nothing]
}

function whyHandover(start: TraceStart): 'close' | 'first' | 'longAgo' | 'littleSaid' {
  if (start.reinjection_used) return 'close'
  if (start.userTurnsSeen <= 1) return 'first'
  const isLongAgo = LONG_AGO.includes(start.depth ?? '') || (start.gap_minutes ?? 0) >= LONG_GAP_MINUTES
  return isLongAgo ? 'longAgo' : 'littleSaid'
}

/** What became of the profile, the day's analysis and the list of what is open. */
export function outcomeSentences(start: TraceStart): string[] {
  const says = wordsNow(engineerWords).start
  const asked = Object.entries(start.outcomes).filter(([source]) => source !== 'startbrief')
  const there = asked.flatMap(([source, outcome]) => (outcome === 'fetched' ? [fetchedName(source)] : []))
  const others = asked.flatMap(([source, outcome]) =>
    outcome === 'fetched' ? [] : [says.outcome(fetchedName(source), outcomeName(outcome))],
  )
  return there.length > 0 ? [says.there(there), ...others] : others
}
