/** What was asked of the memory for this message, what came back, and what was put aside. */
import type { TraceFound, TraceRetrieval } from '../../api/types'
import { inWords, milliseconds } from './figures'
import { dropReason, gateName, inARow, judgeName, sureness } from './names'
import { Chips, Heading } from './sections'

const SOURCES: Record<string, string> = { librarian: 'Librarian', memory: 'Memory' }

export function Retrievals({ retrievals }: { retrievals: TraceRetrieval[] }) {
  if (retrievals.length === 0) return null
  return (
    <section aria-label="What was looked up">
      <Heading>What was looked up</Heading>
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
  const { entities, topics, timeIntent } = one.spec
  const found = [
    ...one.facts.map((hit) => ({ hit, kind: 'Fact' })),
    ...one.episodes.map((hit) => ({ hit, kind: 'Said' })),
    ...one.loops.map((hit) => ({ hit, kind: 'Open' })),
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
            wasAsked && !one.missing ? `${found.length} found` : null,
            one.ms === null ? null : milliseconds(one.ms),
          ]
            .filter(Boolean)
            .join(', ')}
        </span>
      </p>
      {one.gate && <p className="text-ink-soft">{decision(one)}</p>}
      {one.query && <p className="break-words text-ink-soft italic">“{one.query}”</p>}
      {about.length > 0 && <Chips label="About" names={about} />}
      {one.needs.length > 0 && <Chips label="Told unasked, about" names={one.needs} />}
      {one.missing && <p className="text-rust">The memory did not answer: {one.missing}.</p>}
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
  return SOURCES[source] ?? inWords(source)
}

function decision({ gate, gateBy, confidence, reason }: TraceRetrieval): string {
  if (reason === 'always') return 'Looked up, as this persona does with every message.'
  const said = gate ? gateName(gate) : 'Looked up'
  const by = [gateBy ? `by ${judgeName(gateBy)}` : null, sureness(confidence)].filter(Boolean).join(', ')
  const cue = reason ? inWords(reason).toLowerCase() : null
  return `${said}${cue ? ` (${cue})` : ''}${by ? `; ${by}` : ''}.`
}

function dropped({ dropped: many, droppedBecause }: TraceRetrieval): string {
  const reasons = Object.entries(droppedBecause).map(([reason, number]) => `${number} ${dropReason(reason)}`)
  return `${many} put aside${reasons.length > 0 ? `: ${inARow(reasons)}` : ''}.`
}
