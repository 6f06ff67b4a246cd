/** Numbers of a trace, made readable. */
import type { Trace, TraceBlock, TraceModel } from '../../api/types'
import { number } from '../../language/formats'

export function tokens(count: number | null | undefined): string {
  return count === null || count === undefined ? '–' : number(count)
}

export function milliseconds(ms: number | null | undefined): string {
  if (ms === null || ms === undefined) return '–'
  if (ms < 1) return '<1 ms'
  if (ms < 1000) return `${Math.round(ms)} ms`
  const digits = ms < 10_000 ? 100 : 10
  return `${number(Math.round((ms / 1000) * digits) / digits)} s`
}

/** `persona_kernel`, `SUPPLEMENTAL_CONTEXT` and `userDocs` are the server's names; people read words. */
export function inWords(name: string): string {
  const spaced = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[_\-.]+/g, ' ')
    .trim()
    .toLowerCase()
  return spaced.charAt(0).toUpperCase() + spaced.slice(1)
}

export interface Weights {
  kept: number
  compressed: number
  dropped: number
  /** What the model really read. */
  read: number
}

export function weigh(blocks: TraceBlock[]): Weights {
  const sum = (status: TraceBlock['status']) =>
    blocks.reduce((total, block) => total + (block.status === status ? block.tokens : 0), 0)
  const kept = sum('kept')
  const compressed = sum('compressed')
  return { kept, compressed, dropped: sum('dropped'), read: kept + compressed }
}

export interface Span {
  name: string
  startMs: number
  ms: number
}

/** The server says when each step ended. Steps follow one another, so each began where the last one ended. */
export function toSpans(timings: Trace['timings']): { spans: Span[]; totalMs: number } {
  const ends = Object.entries(timings).filter(([, end]) => Number.isFinite(end))
  ends.sort(([, a], [, b]) => a - b)
  const spans = ends.map(([name, end], at) => {
    const startMs = ends[at - 1]?.[1] ?? 0
    return { name, startMs, ms: end - startMs }
  })
  return { spans, totalMs: ends.at(-1)?.[1] ?? 0 }
}

/** One line above everything: what it took to give this answer. */
export function summarize(trace: Trace): {
  read: number
  ms: number
  costUsd: number | null
  model: TraceModel | null
} {
  const { models } = trace
  const model = models.find((one) => one.outcome === 'answered') ?? models.at(-1) ?? null
  const costs = models.flatMap((one) => (one.costUsd === null ? [] : [one.costUsd]))
  return {
    read: weigh(trace.blocks).read,
    ms: toSpans(trace.timings).totalMs || (model?.ms ?? 0),
    costUsd: costs.length > 0 ? costs.reduce((a, b) => a + b, 0) : null,
    model,
  }
}
