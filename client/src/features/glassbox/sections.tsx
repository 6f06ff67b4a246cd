import type { ReactNode } from 'react'
import type { Trace, TraceModel } from '../../api/trace'
import { dollars, inWords, milliseconds, tokens } from './figures'
import { sourceName } from './names'

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
export function Missing({ missing }: { missing: NonNullable<Trace['missing']> }) {
  if (missing.length === 0) return null
  return (
    <section
      aria-label="What could not be asked"
      className="rounded-xl border border-amber/35 bg-amber-wash px-4 py-3 text-sm"
    >
      <p className="font-medium">Some sources did not answer in time.</p>
      <ul className="mt-1 text-ink-soft">
        {missing.map((one) => {
          const { name, why } = typeof one === 'string' ? { name: one, why: null } : nameAndWhy(one)
          return (
            <li key={name}>
              {sourceName(name)}
              {why && <span className="text-ink-faint">: {why}</span>}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function nameAndWhy(one: Record<string, unknown>): { name: string; why: string | null } {
  const name = pick(one, ['source', 'name', 'kind']) ?? 'unknown source'
  return { name, why: pick(one, ['reason', 'error', 'message']) }
}

export function Models({ models }: { models: TraceModel[] }) {
  if (models.length === 0) return null
  return (
    <section aria-label="Models asked">
      <Heading>{models.length === 1 ? 'The model' : 'Models asked, in order'}</Heading>
      <ol className="border-line border-t">
        {models.map((model, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same model may be asked twice; the order is the name
          <li key={at} className="border-line border-b py-2.5">
            <p className="flex items-baseline justify-between gap-3">
              <span className="min-w-0 truncate font-medium text-[0.9375rem]">{model.name}</span>
              <span className={`text-sm ${isGood(model.outcome) ? 'text-kelp' : 'text-rust'}`}>
                {inWords(model.outcome)}
                {model.failure && `: ${model.failure}`}
              </span>
            </p>
            <p className="mt-0.5 flex flex-wrap gap-x-3 text-ink-faint text-sm tabular-nums">
              <span>{milliseconds(model.ms)}</span>
              {firstWord(model) != null && <span>first word after {milliseconds(firstWord(model))}</span>}
              <span>
                {tokens(model.inputTokens)} in, {tokens(model.outputTokens)} out
              </span>
              {dollars(model.costUsd) && <span>{dollars(model.costUsd)}</span>}
            </p>
          </li>
        ))}
      </ol>
    </section>
  )
}

function firstWord(model: TraceModel): number | null | undefined {
  return model.firstTokenMs ?? model.firstEventMs
}

function isGood(outcome: string): boolean {
  return /^(ok|success|complete|completed|answered|stop|done)$/i.test(outcome)
}

export function Tools({ tools }: { tools: Record<string, unknown>[] }) {
  if (tools.length === 0) return null
  return (
    <section aria-label="Tools used">
      <Heading>Tools used</Heading>
      <ul className="border-line border-t">
        {tools.map((tool, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a trace never changes
          <li key={at} className="border-line border-b">
            <details className="text-sm">
              <summary className="flex items-baseline justify-between gap-3 py-2.5">
                <span className="truncate font-mono text-[0.8125rem]">
                  {pick(tool, ['name', 'tool']) ?? 'tool'}
                </span>
                <span className="shrink-0 text-ink-faint">
                  {[
                    pick(tool, ['outcome', 'status']),
                    number(tool, ['ms']) === null ? null : milliseconds(number(tool, ['ms'])),
                  ]
                    .filter(Boolean)
                    .join(', ')}
                </span>
              </summary>
              <pre className="mb-3 max-h-64 overflow-auto whitespace-pre-wrap rounded-lg border border-line bg-sunk px-3 py-2 font-mono text-xs">
                {JSON.stringify(tool, null, 2)}
              </pre>
            </details>
          </li>
        ))}
      </ul>
    </section>
  )
}

function pick(from: Record<string, unknown>, names: string[]): string | null {
  for (const name of names) {
    const value = from[name]
    if (typeof value === 'string' && value) return value
  }
  return null
}

function number(from: Record<string, unknown>, names: string[]): number | null {
  for (const name of names) {
    const value = from[name]
    if (typeof value === 'number') return value
  }
  return null
}
