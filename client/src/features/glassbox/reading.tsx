/** How the message was taken, in sentences: what it seemed to want, who said so, and what else it showed. */
import type { TraceReading } from '../../api/types'
import { intentName, judgeName, postureName, signalSentence, sureness } from './names'
import { Heading, Sentences } from './sections'

const MOMENTUM = 'Momentum guard: nothing is told or asked that would hold up somebody on the way.'

export function Reading({ reading }: { reading: TraceReading }) {
  const { posture, intent, by, confidence, momentumGuard, scores } = reading
  const shown = Object.entries(reading.signals).flatMap(([name, isSet]) => (isSet ? [name] : []))
  return (
    <section aria-label="How the message was taken">
      <Heading>How the message was taken</Heading>
      <Sentences>
        <p>
          Taken as{' '}
          <strong className="font-medium text-ink" title={intent}>
            {intentName(intent)}
          </strong>
          , from somebody who wants{' '}
          <strong className="font-medium text-ink" title={posture}>
            {postureName(posture)}
          </strong>
          . <span className="text-ink-faint">{judged(by, confidence)}</span>
        </p>
        {shown.length > 0 && <p>{shown.map(signalSentence).join(' ')}</p>}
        {momentumGuard && <p>{MOMENTUM}</p>}
      </Sentences>
      <Scores scores={scores} />
    </section>
  )
}

function judged(by: TraceReading['by'], confidence: number): string {
  return `By ${judgeName(by)}, ${sureness(confidence)}.`
}

function Scores({ scores }: { scores: Record<string, number> }) {
  const best = Object.entries(scores).sort(([, a], [, b]) => b - a)
  if (best.length < 2) return null
  return (
    <details className="group/scores mt-1.5 text-sm">
      <summary className="flex items-baseline gap-2 text-ink-faint hover:text-ink [&::-webkit-details-marker]:hidden">
        <span aria-hidden="true" className="transition-transform group-open/scores:rotate-90">
          ›
        </span>
        What else it could have been
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
