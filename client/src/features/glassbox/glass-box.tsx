/** Why this answer? Everything the model was told, what was left out, and what it took. */
import useSWR from 'swr'
import { paths, turns } from '../../api/endpoints'
import { ApiError } from '../../api/http'
import type { Trace } from '../../api/types'
import { Button } from '../../ui/button'
import { Notice, TroubleText } from '../../ui/notice'
import { Blocks } from './blocks'
import { milliseconds, summarize, tokens } from './figures'
import { wasAsked } from './opening'
import { Reading } from './reading'
import { Replay } from './replay'
import { Retrievals } from './retrievals'
import { Preflight, Route } from './route'
import { Missing, Models, Tools } from './sections'
import { SessionStart } from './session-start'
import { Waterfall } from './waterfall'

export default function GlassBox({ turnId }: { turnId: string }) {
  const { data, error, mutate } = useSWR(paths.trace(turnId), () => turns.trace(turnId), {
    revalidateOnFocus: false,
  })
  if (error) return <NoTrace error={error} onRetry={() => void mutate()} />
  if (!data) return <Loading />
  return <TraceView trace={data} />
}

export function TraceView({ trace }: { trace: Trace }) {
  const { read, ms, cost, model } = summarize(trace)
  const isEmpty = trace.blocks.length === 0 && trace.models.length === 0
  return (
    <div className="flex flex-col gap-8">
      <dl className="grid grid-cols-3 gap-3">
        <Figure label="Read" value={tokens(read)} unit="tokens" />
        <Figure label="Took" value={milliseconds(ms)} />
        <Figure label="Cost" value={cost ?? '–'} />
      </dl>
      {model && (
        <p className="-mt-4 text-ink-soft text-sm">
          Answered by <span className="font-medium text-ink">{model.name}</span>
        </p>
      )}
      {trace.isForgotten && (
        <p className="text-ink-faint">What this turn was about has been forgotten at your wish.</p>
      )}
      {isEmpty && !trace.isForgotten && (
        <p className="text-ink-faint">No prompt was written: the answer was given without asking a model.</p>
      )}
      <Missing missing={trace.missing} />
      {trace.reading && isReadingUsed(trace) && <Reading reading={trace.reading} />}
      <SessionStart start={trace.startbriefRuntime} />
      <Retrievals retrievals={trace.retrievals} />
      <Route route={trace.route} />
      <Preflight preflight={trace.preflight} unknown={trace.unknownModels} />
      <Blocks blocks={trace.blocks} />
      <Models models={trace.models} />
      <Tools tools={trace.tools} />
      <Waterfall timings={trace.timings} />
      {!isEmpty && <Replay trace={trace} />}
    </div>
  )
}

/** Every message is taken somehow; only where a block or the librarian goes by it does it explain the answer. */
function isReadingUsed({ blocks, retrievals, startbriefRuntime }: Trace): boolean {
  return (
    blocks.some(({ kind }) => kind === 'conversation_posture' || kind === 'overlay') ||
    retrievals.some(({ source }) => source === 'librarian') ||
    wasAsked(startbriefRuntime)
  )
}

function Figure({ label, value, unit }: { label: string; value: string; unit?: string }) {
  return (
    <div className="flex flex-col-reverse">
      <dt className="text-ink-faint text-xs">{unit ? `${unit} ${label.toLowerCase()}` : label}</dt>
      <dd className="font-serif text-2xl tabular-nums tracking-[-0.02em]">{value}</dd>
    </div>
  )
}

function NoTrace({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const isGone = error instanceof ApiError && error.status === 404
  if (isGone && error.code === 'trace_not_ready') {
    return <Notice actions={<Button onClick={onRetry}>Refresh</Button>}>{error.message}</Notice>
  }
  if (isGone) return <p className="text-ink-faint">{error.message}</p>
  return (
    <Notice tone="rust" actions={<Button onClick={onRetry}>Try again</Button>}>
      <TroubleText error={error} />
    </Notice>
  )
}

function Loading() {
  return (
    <div role="status" className="flex animate-pulse flex-col gap-3">
      <span className="sr-only">Opening the glass box</span>
      {['h-10', 'h-3', 'h-14', 'h-14', 'h-14'].map((height, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no names
        <div key={at} className={`rounded-lg bg-line ${height}`} />
      ))}
    </div>
  )
}
