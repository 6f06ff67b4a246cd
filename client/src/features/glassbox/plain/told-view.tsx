/** First of all: which of the person's own words an answer rests on. */
import { useState } from 'react'
import type { Receipt, Told, Trace, TraceBlock } from '../../../api/types'
import { useWords } from '../../../language/words'
import { navigate } from '../../../router'
import { Button } from '../../../ui/button'
import { Notice, TroubleText } from '../../../ui/notice'
import { putIntoBox } from '../../conversation/box'
import { join, keepDraft, readDraft } from '../../conversation/drafts'
import { kindName } from '../../memory/fact-words'
import { ReceiptDialog } from '../../memory/receipt-dialog'
import { useFocusHome } from '../../memory/use-focus-home'
import { useForgotten, useTold } from '../use-told'
import { glassWords } from '../words'
import { AboutThing, FactThing, LoopThing, type Why, WordsThing } from './things'

/** Blocks that are nothing but memory. */
const OF_MEMORY: TraceBlock['kind'][] = ['about', 'recall_sheet', 'memory', 'overlay']

export function ToldView({ trace }: { trace: Trace }) {
  const says = useWords(glassWords)
  const { told, error, retry } = useTold(trace.turnId)
  if (error) {
    return (
      <Notice tone="rust" actions={<Button onClick={retry}>{says.tryAgain}</Button>}>
        {says.notLookedUp} <TroubleText error={error} />
      </Notice>
    )
  }
  if (!told) return <div className="h-24 animate-pulse rounded-lg bg-line" />
  return told.isElsewhere ? <Elsewhere trace={trace} /> : <Things told={told} trace={trace} />
}

function Things({ told, trace }: { told: Told; trace: Trace }) {
  const says = useWords(glassWords)
  const [receipt, setReceipt] = useState<Receipt | null>(null)
  const again = useForgotten(trace.turnId)
  // What is forgotten goes while its receipt lies above it; when that is put away, the focus would have no place.
  const home = useFocusHome<HTMLElement>(receipt ?? told)
  const why = useWhy(trace)
  const { facts, loops, about } = told
  const theirs = told.words.filter(({ said }) => said.role === 'user')
  const ours = told.words.filter(({ said }) => said.role !== 'user')
  const count = facts.length + loops.length + theirs.length + (about === null ? 0 : 1)

  function onForgotten(given: Receipt) {
    setReceipt(given)
    void again()
  }

  /** On a phone this lies over the box: it is closed by what the address says. */
  function takeBack(quote: string) {
    const text = says.takeBack(quote)
    if (!putIntoBox(text)) keepDraft(told.chatId, join({ text, files: [] }, readDraft(told.chatId)))
    navigate(`/chat/${told.chatId}`)
  }

  return (
    <section {...home} aria-labelledby="told-title" className="outline-none" data-testid="told">
      <h3 id="told-title" className="text-balance font-semibold font-serif text-[1.375rem] leading-snug">
        {says.used(count)}
      </h3>
      <p className="mt-1.5 text-pretty text-[0.9375rem] text-ink-soft">
        {count > 0 ? says.usedLead : says.usedNothing}
      </p>
      {count > 0 && (
        <ul className="mt-3 border-line border-t">
          {facts.map((one) => (
            <FactThing key={`f${one.fact.id}`} told={one} why={why(one.toldIn)} onForgotten={onForgotten} />
          ))}
          {theirs.map((one) => (
            <WordsThing
              key={`w${one.said.id}`}
              said={one.said}
              why={why(one.toldIn)}
              onTakeBack={takeBack}
              onForgotten={onForgotten}
            />
          ))}
          {loops.map((one) => (
            <LoopThing key={`l${one.loop.id}`} told={one} why={says.why.open} onForgotten={onForgotten} />
          ))}
          {about !== null && <AboutThing about={about} />}
        </ul>
      )}
      {ours.length > 0 && (
        <>
          <h4 className="mt-5 font-medium text-[0.9375rem]">{says.alsoISaid}</h4>
          <ul>
            {ours.map((one) => (
              <WordsThing
                key={one.said.id}
                said={one.said}
                why={null}
                onTakeBack={takeBack}
                onForgotten={onForgotten}
              />
            ))}
          </ul>
        </>
      )}
      {told.isPartGone && (
        <p data-testid="part-gone" className="mt-3 text-pretty text-[0.9375rem] text-ink-soft">
          {says.partGone}
        </p>
      )}
      {receipt && <ReceiptDialog receipt={receipt} onClose={() => setReceipt(null)} />}
    </section>
  )
}

function useWhy(trace: Trace): Why {
  const says = useWords(glassWords).why
  const needs = trace.retrievals.find(({ gate, needs }) => gate === 'none' && needs.length > 0)?.needs
  return (toldIn) => {
    switch (toldIn) {
      case 'about':
      case 'foundation_memories':
        return says.pinned
      case 'overlay':
        return says.profile
      case 'recall_sheet':
        return needs ? says.needed(needs.map((kind) => kindName(kind))) : null
      default:
        return null
    }
  }
}

/** The memory is another installation's: what it told is shown as it came. */
function Elsewhere({ trace }: { trace: Trace }) {
  const says = useWords(glassWords)
  const told = trace.blocks.filter(
    ({ kind, status, text }) => OF_MEMORY.includes(kind) && status !== 'dropped' && text,
  )
  return (
    <section aria-label={says.title} className="flex flex-col gap-3">
      <p className="text-pretty text-[0.9375rem] text-ink-soft">{says.isElsewhere}</p>
      {told.map((block) => (
        <Verbatim key={block.kind} text={withoutHeading(block.text ?? '')} />
      ))}
    </section>
  )
}

export function Verbatim({ text }: { text: string }) {
  return (
    <blockquote className="whitespace-pre-wrap border-line-strong border-l-2 pl-3 text-[0.9375rem] text-ink-soft [overflow-wrap:anywhere] [unicode-bidi:plaintext]">
      {text}
    </blockquote>
  )
}

/** Every block begins with a heading for the model. */
export function withoutHeading(text: string): string {
  return text.slice(text.indexOf('\n') + 1)
}
