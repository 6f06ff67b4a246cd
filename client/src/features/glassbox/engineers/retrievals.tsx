/** What was asked of the memory for this message, what came back, and what was put aside. */
import type { TraceFound, TraceRetrieval } from '../../../api/types'
import { number } from '../../../language/formats'
import { useWords, wordsNow } from '../../../language/words'
import { inWords, milliseconds } from '../figures'
import { dropReason, gateName, judgeName } from '../names'
import { Chips, Heading } from './sections'
import { engineerWords } from './words'

export function Retrievals({ retrievals }: { retrievals: TraceRetrieval[] }) {
  const says = useWords(engineerWords).retrievals
  if (retrievals.length === 0) return null
  return (
    <section aria-label={says.title}>
      <Heading>{says.title}</Heading>
      <ul className="border-line border-t">
        {retrievals.map((one, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a trace never changes
          <Retrieval key={at} one={one} />
        ))}
      </ul>
    </section>
  )
}

function Retrieval({ one }: { one: TraceRetrieval }) {
  const says = useWords(engineerWords).retrievals
  const { entities, topics, timeIntent } = one.spec
  const found = [
    ...one.facts.map((hit) => ({ hit, kind: says.fact })),
    ...one.episodes.map((hit) => ({ hit, kind: says.said })),
    ...one.loops.map((hit) => ({ hit, kind: says.open })),
    ...one.passages.map((hit) => ({ hit, kind: says.passage })),
  ]
  const wasAsked = one.gate !== 'none'
  const when = timeIntent === 'none' ? [] : [timeIntent]
  const about = [...entities, ...topics, ...when]
  return (
    <li className="flex flex-col gap-1.5 border-line border-b py-2.5 text-sm">
      <p className="flex items-baseline justify-between gap-3">
        <span className="min-w-0 truncate font-medium text-[0.9375rem]">{sourceName(one.source)}</span>
        <span className="shrink-0 text-ink-faint tabular-nums">
          {[
            wasAsked && !one.missing ? says.found(found.length) : null,
            one.ms === null ? null : milliseconds(one.ms),
          ]
            .filter(Boolean)
            .join(', ')}
        </span>
      </p>
      {one.gate && <p className="text-ink-soft">{decision(one)}</p>}
      {one.query && <p className="break-words text-ink-soft italic">“{one.query}”</p>}
      {about.length > 0 && <Chips label={says.about} names={about} />}
      {one.needs.length > 0 && <Chips label={says.unasked} names={one.needs} />}
      {one.missing && <p className="text-rust">{says.noAnswer(one.missing)}</p>}
      {found.length > 0 && (
        <ul className="flex flex-col gap-1">
          {found.map(({ hit, kind }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a trace never changes
            <Hit key={at} hit={hit} kind={kind} />
          ))}
        </ul>
      )}
      {one.dropped > 0 && <p className="text-ink-faint">{dropped(one)}</p>}
    </li>
  )
}

function Hit({ hit, kind }: { hit: TraceFound; kind: string }) {
  return (
    <li className="flex items-baseline gap-3">
      <span className="w-10 shrink-0 text-right text-kelp tabular-nums">{hit.score?.toFixed(2) ?? '–'}</span>
      <span className="min-w-0 truncate text-ink-soft" title={hit.id ?? undefined}>
        {kind} <span className="font-mono text-ink-faint text-xs">{hit.id}</span>
      </span>
    </li>
  )
}

function sourceName(source: string): string {
  const sources: Partial<Record<string, string>> = wordsNow(engineerWords).retrievals.sources
  return sources[source] ?? inWords(source)
}

function decision({ gate, gateBy, confidence, reason }: TraceRetrieval): string {
  const says = wordsNow(engineerWords)
  if (reason === 'always') return says.retrievals.always
  const said = gate ? gateName(gate) : says.retrievals.lookedUp
  const by = [gateBy ? says.by(judgeName(gateBy)) : null, confidence === null ? null : sureness(confidence)]
  const cue = reason ? inWords(reason).toLowerCase() : null
  return says.retrievals.decision(said, cue, by.filter(Boolean).join(', '))
}

export function sureness(confidence: number): string {
  return wordsNow(engineerWords).sure(Math.round(confidence * 100))
}

function dropped({ dropped: many, droppedBecause }: TraceRetrieval): string {
  const reasons = Object.entries(droppedBecause).map(([why, count]) => `${number(count)} ${dropReason(why)}`)
  return wordsNow(engineerWords).retrievals.putAside(many, reasons)
}
