/** The board: what was promised, what goes on, what gets in the way, what recurs, what was won. */
import { type ReactNode, useMemo, useRef, useState } from 'react'
import { useWords } from '../../language/words'
import { Button } from '../../ui/button'
import { PlusIcon, RightIcon } from '../../ui/icons'
import { Notice, TroubleText } from '../../ui/notice'
import { type Column, layOut } from './board'
import { CalendarPart } from './calendar-part'
import { LoopCard } from './loop-card'
import { LoopForm } from './loop-form'
import { type Loops, useLoops } from './use-loops'
import { loopWords } from './words'

const SHOWN_AT_FIRST = 6

export default function LoopsPage() {
  const says = useWords(loopWords)
  const loops = useLoops()
  const [isAdding, setAdding] = useState(false)
  const addButton = useRef<HTMLButtonElement>(null)
  const board = useMemo(() => (loops.loops ? layOut(loops.loops) : null), [loops.loops])
  const isEmpty = loops.loops?.length === 0

  function stopAdding() {
    setAdding(false)
    addButton.current?.focus()
  }

  return (
    <div className="mx-auto w-full max-w-6xl px-5 pt-6 pb-24 sm:px-8 sm:pt-10">
      <div className="flex flex-wrap items-start gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-72">
          <h1 className="font-semibold font-serif text-3xl tracking-[-0.015em]">{says.title}</h1>
          <p className="mt-2 max-w-prose text-pretty text-ink-soft">{says.lead}</p>
        </div>
        <Button ref={addButton} look="solid" aria-expanded={isAdding} onClick={() => setAdding(!isAdding)}>
          <PlusIcon /> {says.add}
        </Button>
      </div>
      {isAdding && (
        <section
          aria-label={says.addOne}
          className="mt-6 max-w-xl rounded-2xl border border-line-strong bg-raised p-5"
        >
          <LoopForm
            onCancel={stopAdding}
            onDone={async (written) => {
              await loops.add(written)
              stopAdding()
            }}
          />
        </section>
      )}
      {loops.error !== undefined && !loops.loops && (
        <div className="mt-8">
          <Notice tone="rust" actions={<Button onClick={loops.again}>{says.retry}</Button>}>
            <TroubleText error={loops.error} />
          </Notice>
        </div>
      )}
      {!board && !loops.error && (
        <p role="status" className="mt-8 text-ink-faint">
          {says.loading}
        </p>
      )}
      {isEmpty && (
        <div className="mt-10 max-w-prose rounded-2xl border border-line border-dashed p-6">
          <p className="font-semibold font-serif text-xl">{says.empty}</p>
          <p className="mt-2 text-pretty text-ink-soft">{says.emptyLead}</p>
        </div>
      )}
      {board && !isEmpty && (
        <div className="mt-8 grid items-start gap-x-6 gap-y-10 md:grid-cols-2 wide:grid-cols-3">
          {board.columns.map((column) => (
            <KindColumn key={column.kind} column={column} loops={loops} />
          ))}
        </div>
      )}
      {board && board.done.length > 0 && (
        <Fold summary={says.finished(board.done.length)}>
          <ul className="mt-3 grid gap-2 md:grid-cols-2 wide:grid-cols-3">
            {board.done.map((loop) => (
              <LoopCard key={loop.id} loop={loop} loops={loops} />
            ))}
          </ul>
        </Fold>
      )}
      <CalendarPart />
    </div>
  )
}

function KindColumn({ column, loops }: { column: Column; loops: Loops }) {
  const says = useWords(loopWords)
  const [isAll, setAll] = useState(false)
  const { kind, now, snoozed } = column
  const shown = isAll ? now : now.slice(0, SHOWN_AT_FIRST)
  return (
    <section aria-labelledby={`loops-${kind}`}>
      <h2
        id={`loops-${kind}`}
        tabIndex={-1}
        className="flex w-fit items-baseline gap-2 font-semibold font-serif text-xl"
      >
        {says.kinds[kind]}
        {now.length > 0 && (
          <span className="font-normal font-sans text-ink-faint text-sm tabular-nums">{now.length}</span>
        )}
      </h2>
      <p className="mt-0.5 mb-3 text-ink-faint text-sm">
        {now.length > 0 ? says.leads[kind] : says.nothing[kind]}
      </p>
      <ul className="grid gap-2">
        {shown.map((loop) => (
          <LoopCard key={loop.id} loop={loop} loops={loops} />
        ))}
      </ul>
      {shown.length < now.length && (
        <Button look="quiet" className="mt-2" onClick={() => setAll(true)}>
          {says.showAll(now.length - shown.length)}
        </Button>
      )}
      {snoozed.length > 0 && (
        <Fold summary={says.snoozed(snoozed.length)}>
          <ul className="mt-2 grid gap-2">
            {snoozed.map((loop) => (
              <LoopCard key={loop.id} loop={loop} loops={loops} />
            ))}
          </ul>
        </Fold>
      )}
    </section>
  )
}

function Fold({ summary, children }: { summary: string; children: ReactNode }) {
  return (
    <details className="group/fold mt-4">
      <summary className="flex w-fit list-none items-center gap-1.5 rounded-md py-1 text-ink-soft text-sm hover:text-ink [&::-webkit-details-marker]:hidden">
        <RightIcon className="transition-transform group-open/fold:rotate-90" />
        {summary}
      </summary>
      {children}
    </details>
  )
}
