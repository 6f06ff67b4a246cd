/** Everything the model was told, what was left out, and what it took; with the turn run again. */
import type { Trace } from '../../../api/types'
import { money } from '../../../language/formats'
import { useWords } from '../../../language/words'
import { milliseconds, summarize, tokens } from '../figures'
import { blockName } from '../names'
import { wasAsked } from '../opening'
import { Blocks } from './blocks'
import { Reading } from './reading'
import { Replay } from './replay'
import { Retrievals } from './retrievals'
import { Preflight, Route } from './route'
import { Missing, Models, Tools } from './sections'
import { SessionStart } from './session-start'
import { Waterfall } from './waterfall'
import { engineerWords } from './words'

export function TraceView({ trace }: { trace: Trace }) {
  const says = useWords(engineerWords)
  const { read, ms, costUsd, model } = summarize(trace)
  const isEmpty = trace.blocks.length === 0 && trace.models.length === 0
  const cost = costUsd === null ? '–' : costUsd === 0 ? says.figures.free : money(costUsd)
  const forgotten = [...new Set(trace.forgotten.map(({ kind }) => blockName(kind)))]
  return (
    <div className="flex flex-col gap-8">
      <dl className="grid grid-cols-3 gap-3">
        <Figure label={says.figures.read} value={tokens(read)} />
        <Figure label={says.figures.took} value={milliseconds(ms)} />
        <Figure label={says.figures.cost} value={cost} />
      </dl>
      {model && (
        <p className="-mt-4 text-ink-soft text-sm">
          {says.answeredBy(<span className="font-medium text-ink">{model.name}</span>)}
        </p>
      )}
      {trace.isForgotten && <p className="text-ink-faint">{says.isForgotten}</p>}
      {isEmpty && !trace.isForgotten && <p className="text-ink-faint">{says.noPrompt}</p>}
      <Missing missing={trace.missing} />
      {trace.reading && isReadingUsed(trace) && <Reading reading={trace.reading} />}
      <SessionStart start={trace.startbriefRuntime} />
      <Retrievals retrievals={trace.retrievals} />
      <Route route={trace.route} />
      <Preflight preflight={trace.preflight} unknown={trace.unknownModels} />
      <Blocks blocks={trace.blocks} />
      {forgotten.length > 0 && (
        <p className="-mt-5 text-ink-faint text-sm">{says.blocks.forgotten(forgotten.join(', '))}</p>
      )}
      <Models models={trace.models} />
      <Tools tools={trace.tools} />
      <Waterfall timings={trace.timings} />
      {!isEmpty && <Replay trace={trace} />}
    </div>
  )
}

/** Every message is taken somehow; only where a block or the librarian goes by it does it explain the answer. */
export function isReadingUsed({ blocks, retrievals, startbriefRuntime }: Trace): boolean {
  return (
    blocks.some(({ kind }) => kind === 'conversation_posture' || kind === 'overlay') ||
    retrievals.some(({ source }) => source === 'librarian') ||
    wasAsked(startbriefRuntime)
  )
}

function Figure({ label, value }: { label: string; value: string }) {
  return (
    <div className="flex flex-col-reverse">
      <dt className="text-ink-faint text-xs">{label}</dt>
      <dd className="font-serif text-2xl tabular-nums tracking-[-0.02em]">{value}</dd>
    </div>
  )
}
