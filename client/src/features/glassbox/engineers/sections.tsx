import type { ReactNode } from 'react'
import type { TraceMissing, TraceModel, TraceTool } from '../../../api/types'
import { money } from '../../../language/formats'
import { useWords } from '../../../language/words'
import { inWords, milliseconds, tokens } from '../figures'
import { failureName, sourceName } from '../names'
import { engineerWords } from './words'

export function Heading({ children }: { children: ReactNode }) {
  return <h3 className="mb-3 font-semibold text-[0.9375rem]">{children}</h3>
}

/** Sections that speak in sentences have one measure and one colour. */
export function Sentences({ children }: { children: ReactNode }) {
  return <div className="flex flex-col gap-1.5 text-pretty text-[0.9375rem] text-ink-soft">{children}</div>
}

export function Chips({ label, names }: { label: string; names: string[] }) {
  return (
    <ul aria-label={label} className="mt-1.5 flex flex-wrap items-baseline gap-1.5 text-xs">
      <li aria-hidden="true" className="text-ink-faint">
        {label}
      </li>
      {[...new Set(names)].map((name) => (
        <li key={name} className="max-w-full truncate rounded-md bg-sunk px-2 py-0.5 font-mono text-ink-soft">
          {name}
        </li>
      ))}
    </ul>
  )
}

/** Sources degrade in the open: what did not answer in time is named before anything else. */
export function Missing({ missing }: { missing: TraceMissing[] }) {
  const says = useWords(engineerWords).missing
  if (missing.length === 0) return null
  return (
    <section
      aria-label={says.label}
      className="rounded-xl border border-amber/35 bg-amber-wash px-4 py-3 text-sm"
    >
      <p className="font-medium">{says.title}</p>
      <ul className="mt-1 text-ink-soft">
        {missing.map(({ source, reason }) => (
          <li key={source}>
            {sourceName(source)}
            {reason && <span className="text-ink-faint">: {reason}</span>}
          </li>
        ))}
      </ul>
    </section>
  )
}

export function Models({ models }: { models: TraceModel[] }) {
  const says = useWords(engineerWords).models
  if (models.length === 0) return null
  return (
    <section aria-label={says.label}>
      <Heading>{models.length === 1 ? says.one : says.several}</Heading>
      <ol className="border-line border-t">
        {models.map((model, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same model may be asked twice; the order is the name
          <li key={at} className="border-line border-b py-2.5">
            <p className="flex items-baseline justify-between gap-3">
              <span className="min-w-0 truncate font-medium text-[0.9375rem]">{model.name}</span>
              <span className={`text-sm ${model.outcome === 'answered' ? 'text-kelp' : 'text-rust'}`}>
                {says.outcomes[model.outcome] ?? inWords(model.outcome)}
                {model.failure && `: ${failureName(model.failure)}`}
              </span>
            </p>
            <p className="mt-0.5 flex flex-wrap gap-x-3 text-ink-faint text-sm tabular-nums">
              <span>{milliseconds(model.ms)}</span>
              {model.firstEventMs !== null && <span>{says.firstWord(milliseconds(model.firstEventMs))}</span>}
              <span>{says.tokens(tokens(model.inputTokens), tokens(model.outputTokens))}</span>
              <Cost usd={model.costUsd} />
            </p>
          </li>
        ))}
      </ol>
    </section>
  )
}

function Cost({ usd }: { usd: number | null }) {
  const { free } = useWords(engineerWords).figures
  return usd === null ? null : <span>{usd === 0 ? free : money(usd)}</span>
}

export function Tools({ tools }: { tools: TraceTool[] }) {
  const says = useWords(engineerWords).tools
  if (tools.length === 0) return null
  return (
    <section aria-label={says.title}>
      <Heading>{says.title}</Heading>
      <ul className="border-line border-t">
        {tools.map((tool, at) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: a trace never changes
            key={at}
            className="flex items-baseline justify-between gap-3 border-line border-b py-2.5 text-sm"
          >
            <span className="min-w-0">
              <span className="block truncate font-mono text-[0.8125rem]">{tool.name}</span>
              <span className="block truncate text-ink-faint text-xs">
                {[
                  tool.origin && tool.origin !== 'holdfast' ? says.server(tool.origin) : null,
                  tool.argumentsSha256 ? says.arguments(tool.argumentsSha256.slice(0, 8)) : null,
                ]
                  .filter(Boolean)
                  .join(', ')}
              </span>
            </span>
            <span className="shrink-0 text-ink-faint">
              {says.outcomes[tool.outcome] ?? tool.outcome}, {milliseconds(tool.ms)}
              {tool.isCut && `, ${says.cut}`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
