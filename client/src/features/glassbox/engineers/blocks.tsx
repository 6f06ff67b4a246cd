import type { TraceBlock } from '../../../api/types'
import { useWords } from '../../../language/words'
import { CopyButton } from '../../../ui/copy'
import { RightIcon } from '../../../ui/icons'
import { inWords, tokens, weigh } from '../figures'
import { blockName } from '../names'
import { Heading } from './sections'
import { engineerWords } from './words'

type BlockStatus = TraceBlock['status']

const INK = { compressed: 'text-amber', dropped: 'text-rust' }
/** Colour is never alone: what was shortened is striped, what was left out is hollow. */
const FILL: Record<BlockStatus, string> = {
  kept: 'bg-kelp',
  compressed:
    'bg-[repeating-linear-gradient(135deg,var(--amber)_0_3px,transparent_3px_5px)] outline outline-amber -outline-offset-1',
  dropped: 'outline-dashed outline-1 outline-rust -outline-offset-1',
}

export function Blocks({ blocks }: { blocks: TraceBlock[] }) {
  const says = useWords(engineerWords).blocks
  if (blocks.length === 0) return null
  const ordered = [...blocks].sort((a, b) => a.order - b.order)
  const largest = Math.max(1, ...ordered.map((block) => block.tokens))
  const { kept, compressed, dropped } = weigh(ordered)
  return (
    <section aria-label={says.title}>
      <Heading>{says.title}</Heading>
      <Composition blocks={ordered} />
      <p className="mb-3 flex flex-wrap gap-x-4 text-ink-faint text-xs">
        <Legend status="kept" count={kept} />
        {compressed > 0 && <Legend status="compressed" count={compressed} />}
        {dropped > 0 && <Legend status="dropped" count={dropped} />}
      </p>
      <ol className="border-line border-t">
        {ordered.map((block, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a trace never changes, and the same words may be said twice
          <Block key={at} block={block} largest={largest} />
        ))}
      </ol>
    </section>
  )
}

/** The whole prompt as one bar, each block as wide as its tokens. */
function Composition({ blocks }: { blocks: TraceBlock[] }) {
  const says = useWords(engineerWords).blocks
  const read = blocks.filter((block) => block.status !== 'dropped' && block.tokens > 0)
  return (
    <div className="mb-2 flex h-3 gap-0.5 overflow-hidden rounded" aria-hidden="true">
      {read.map((block, at) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: a trace never changes
          key={at}
          title={says.size(blockName(block.kind), tokens(block.tokens))}
          style={{ flexGrow: block.tokens }}
          className={`min-w-0.5 ${FILL[block.status]}`}
        />
      ))}
    </div>
  )
}

function Legend({ status, count }: { status: BlockStatus; count: number }) {
  const says = useWords(engineerWords).blocks
  return (
    <span className="inline-flex items-center gap-1.5 tabular-nums">
      <span className={`size-2 rounded-[2px] ${FILL[status]}`} />
      {tokens(count)} {says.status[status]}
    </span>
  )
}

function Block({ block, largest }: { block: TraceBlock; largest: number }) {
  const says = useWords(engineerWords).blocks
  const { kind, status, sources, text, withheld, sha256 } = block
  // That a block fits is what one expects of it.
  const reason = status === 'kept' && block.reason === 'fits' ? null : block.reason
  return (
    <li data-testid="trace-block" data-status={status} className="border-line border-b">
      <details className="group/block">
        <summary className="grid grid-cols-[1fr_auto] items-center gap-x-3 gap-y-1.5 py-2.5 hover:text-kelp-deep [&::-webkit-details-marker]:hidden">
          <span className="flex min-w-0 items-baseline gap-2">
            <RightIcon className="size-3.5 shrink-0 self-center text-ink-faint transition-transform group-open/block:rotate-90" />
            <span
              className={`truncate font-medium text-[0.9375rem] ${status === 'dropped' ? 'text-ink-faint line-through' : ''}`}
            >
              {blockName(kind)}
            </span>
          </span>
          <span className="text-ink-soft text-sm tabular-nums">{tokens(block.tokens)}</span>
          <span className="col-span-2 ml-4 h-1.5" aria-hidden="true">
            <span
              style={{ width: `${Math.max(1, (block.tokens / largest) * 100)}%` }}
              className={`block h-full rounded-[2px] ${FILL[status]}`}
            />
          </span>
          {(status !== 'kept' || reason) && (
            <span className="col-span-2 ml-4 text-ink-faint text-sm">
              {status !== 'kept' && (
                <span className={`font-medium ${INK[status]}`}>{says.status[status] ?? status}</span>
              )}
              {status !== 'kept' && reason && ': '}
              {reason}
            </span>
          )}
        </summary>
        <div className="mb-3 ml-4 flex flex-col gap-2.5 text-sm">
          {sources.length > 0 && (
            <ul className="flex flex-wrap gap-1.5">
              {sources.map((source) => (
                <li
                  key={`${source.type}-${source.id}`}
                  className="max-w-full truncate rounded-md bg-sunk px-2 py-0.5 text-ink-soft text-xs"
                  title={source.id}
                >
                  {inWords(source.type)} <span className="font-mono text-ink-faint">{short(source.id)}</span>
                </li>
              ))}
            </ul>
          )}
          {text ? (
            <pre className="max-h-80 overflow-y-auto whitespace-pre-wrap rounded-lg border border-line bg-sunk px-3 py-2.5 font-mono text-ink-soft text-xs leading-relaxed">
              {text}
            </pre>
          ) : (
            <p className="text-ink-faint">{withheld ?? says.noText}</p>
          )}
          <div className="flex items-center justify-between">
            <span className="truncate font-mono text-[0.6875rem] text-ink-faint" title={sha256}>
              {says.hash(sha256.slice(0, 16))}
            </span>
            {text && <CopyButton text={text} label={says.copy} />}
          </div>
        </div>
      </details>
    </li>
  )
}

function short(id: string): string {
  return id.length > 14 ? `${id.slice(0, 8)}…` : id
}
