/** How the message was taken, in sentences: what it seemed to want, who said so, and what else it showed. */
import type { TraceReading } from '../../../api/types'
import { useWords } from '../../../language/words'
import { RightIcon } from '../../../ui/icons'
import { intentName, judgeName, postureName, signalSentence } from '../names'
import { sureness } from './retrievals'
import { Heading, Sentences } from './sections'
import { engineerWords } from './words'

export function Reading({ reading }: { reading: TraceReading }) {
  const says = useWords(engineerWords).reading
  const { posture, intent, by, confidence, momentumGuard, scores } = reading
  const shown = Object.entries(reading.signals).flatMap(([name, isSet]) => (isSet ? [name] : []))
  return (
    <section aria-label={says.title}>
      <Heading>{says.title}</Heading>
      <Sentences>
        <p>
          {says.taken(
            <strong className="font-medium text-ink" title={intent}>
              {intentName(intent)}
            </strong>,
            <strong className="font-medium text-ink" title={posture}>
              {postureName(posture)}
            </strong>,
          )}{' '}
          <span className="text-ink-faint">{says.judged(judgeName(by), sureness(confidence))}</span>
        </p>
        {shown.length > 0 && <p>{shown.map(signalSentence).join(' ')}</p>}
        {momentumGuard && <p>{says.momentum}</p>}
      </Sentences>
      <Scores scores={scores} label={says.others} />
    </section>
  )
}

function Scores({ scores, label }: { scores: Record<string, number>; label: string }) {
  const best = Object.entries(scores).sort(([, a], [, b]) => b - a)
  if (best.length < 2) return null
  return (
    <details className="group/scores mt-1.5 text-sm">
      <summary className="flex items-center gap-1.5 text-ink-faint hover:text-ink [&::-webkit-details-marker]:hidden">
        <RightIcon className="size-3.5 transition-transform group-open/scores:rotate-90" />
        {label}
      </summary>
      <ul className="mt-2 flex flex-wrap gap-1.5">
        {best.map(([name, score]) => (
          <li key={name} className="rounded-md bg-sunk px-2 py-0.5 text-ink-soft text-xs tabular-nums">
            {name.toLowerCase()} {score.toFixed(2)}
          </li>
        ))}
      </ul>
    </details>
  )
}
