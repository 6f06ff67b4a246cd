import type { TraceStart } from '../../api/types'
import {
  fetchSentence,
  gapSentence,
  outcomeSentences,
  overlaySentence,
  toldSentences,
  wasAsked,
} from './opening'
import { Heading, Sentences } from './sections'

/** Only for personas that keep sessions; for the others nothing was asked. */
export function SessionStart({ start }: { start: TraceStart }) {
  if (!wasAsked(start)) return null
  const turn = start.userTurnsSeen
  const overlay = overlaySentence(start)
  const outcomes = outcomeSentences(start)
  return (
    <section aria-label="What the session began with">
      <Heading>What the session began with</Heading>
      <Sentences>
        <p>
          {fetchSentence(start)} {gapSentence(start)}
        </p>
        <p>
          {turn ? `This was message ${turn} of the session. ` : ''}
          {toldSentences(start).join(' ')}
        </p>
        {overlay && <p>{overlay}</p>}
        {outcomes.length > 0 && <p className="text-ink-faint">{outcomes.join(' ')}</p>}
      </Sentences>
    </section>
  )
}
