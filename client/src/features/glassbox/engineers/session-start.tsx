import type { TraceStart } from '../../../api/types'
import { useWords } from '../../../language/words'
import { fetchSentence, gapSentence, overlaySentence, wasAsked } from '../opening'
import { Heading, Sentences } from './sections'
import { outcomeSentences, toldSentences } from './told-at-start'
import { engineerWords } from './words'

/** Only for personas that keep sessions; for the others nothing was asked. */
export function SessionStart({ start }: { start: TraceStart }) {
  const says = useWords(engineerWords).start
  if (!wasAsked(start)) return null
  const turn = start.userTurnsSeen
  const overlay = overlaySentence(start)
  const outcomes = outcomeSentences(start)
  return (
    <section aria-label={says.title}>
      <Heading>{says.title}</Heading>
      <Sentences>
        <p>
          {fetchSentence(start)} {gapSentence(start)}
        </p>
        <p>{[...(turn ? [says.nth(turn)] : []), ...toldSentences(start)].join(' ')}</p>
        {overlay && <p>{overlay}</p>}
        {outcomes.length > 0 && <p className="text-ink-faint">{outcomes.join(' ')}</p>}
      </Sentences>
    </section>
  )
}
