import type { Trace } from '../../../api/types'
import { useWords } from '../../../language/words'
import { inWords, milliseconds, toSpans } from '../figures'
import { Heading } from './sections'
import { engineerWords } from './words'

export function Waterfall({ timings }: { timings: Trace['timings'] }) {
  const says = useWords(engineerWords).time
  const { spans, totalMs } = toSpans(timings)
  if (spans.length === 0 || totalMs === 0) return null
  return (
    <section aria-label={says.title}>
      <Heading>{says.title}</Heading>
      <ol className="flex flex-col gap-1.5 text-sm">
        {spans.map((span) => (
          <li key={span.name} className="grid grid-cols-[6.5rem_1fr_4rem] items-center gap-2.5">
            <span className="truncate text-ink-soft" title={span.name}>
              {inWords(span.name)}
            </span>
            <span className="relative h-2 rounded bg-sunk" aria-hidden="true">
              <span
                className="absolute inset-y-0 rounded bg-kelp/75"
                style={{
                  left: `${Math.min(99, (span.startMs / totalMs) * 100)}%`,
                  width: `${Math.max(0.8, (span.ms / totalMs) * 100)}%`,
                }}
              />
            </span>
            <span className="text-right text-ink-faint tabular-nums">{milliseconds(span.ms)}</span>
          </li>
        ))}
      </ol>
      <p className="mt-2 text-right text-ink-faint text-sm tabular-nums">
        {says.inAll(milliseconds(totalMs))}
      </p>
    </section>
  )
}
