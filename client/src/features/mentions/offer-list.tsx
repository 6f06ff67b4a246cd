/** What can be named, by its kind, above the box. The box keeps the focus; the marked one is told by its id. */
import { useEffect, useRef } from 'react'
import type { MentionItem } from '../../api/types'
import { useWords } from '../../language/words'
import type { Mentions } from './use-mentions'
import { mentionWords } from './words'

export function OfferList({ mentions }: { mentions: Mentions }) {
  const says = useWords(mentionWords)
  const list = useRef<HTMLDivElement>(null)
  const { id, items, isOpen, isWanted, isEmpty, at, mark, choose } = mentions

  useEffect(() => {
    if (isOpen)
      list.current?.querySelector(`#${CSS.escape(`${id}-${at}`)}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, at, isOpen])

  return (
    <>
      {isWanted && (
        <p role="status" className="sr-only">
          {isOpen && `${says.count(items.length)}. ${says.how}`}
          {isEmpty && says.count(0)}
        </p>
      )}
      {isOpen && (
        <div
          ref={list}
          id={id}
          role="listbox"
          aria-label={says.title}
          className="absolute inset-x-0 bottom-full z-20 mb-2 max-h-[min(20rem,45dvh)] overflow-y-auto rounded-xl border border-line bg-raised p-1.5 text-ink shadow-lift"
        >
          {grouped(items).map(([kind, group]) => (
            // biome-ignore lint/a11y/useSemanticElements: a list holds groups of options; these are no fields
            <div key={kind} role="group" aria-label={says.kinds[kind]}>
              <p aria-hidden="true" className="px-2.5 pt-1.5 pb-1 font-medium text-ink-soft text-xs">
                {says.kinds[kind]}
              </p>
              {group.map(({ item, place }) => (
                <Offer
                  key={item.mention}
                  id={`${id}-${place}`}
                  item={item}
                  isMarked={place === at}
                  onMark={() => mark(place)}
                  onChoose={() => choose(item)}
                />
              ))}
            </div>
          ))}
        </div>
      )}
    </>
  )
}

interface OfferProps {
  id: string
  item: MentionItem
  isMarked: boolean
  onMark: () => void
  onChoose: () => void
}

function Offer({ id, item, isMarked, onMark, onChoose }: OfferProps) {
  const isReady = item.state === 'ready'
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the box has the focus, and its keys choose
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isMarked}
      aria-disabled={(!isReady && !item.remedyAddress) || undefined}
      // The box would lose its focus, and with it the place where the mention goes.
      onPointerDown={(event) => event.preventDefault()}
      onPointerMove={(event) => event.pointerType === 'mouse' && onMark()}
      onClick={onChoose}
      className={`flex min-h-9 cursor-pointer flex-wrap items-baseline gap-x-2.5 rounded-lg px-2.5 py-1.5 text-[0.9375rem] pointer-coarse:min-h-11 pointer-coarse:py-2.5 ${
        isMarked ? 'bg-sunk' : ''
      }`}
    >
      <span className={`max-w-full truncate ${isReady ? 'font-medium' : 'text-ink-soft'}`}>{item.label}</span>
      {item.hint && <span className="min-w-0 flex-1 truncate text-ink-soft text-sm">{item.hint}</span>}
      {item.remedy && <span className="basis-full text-pretty text-amber text-sm">{item.remedy}</span>}
    </div>
  )
}

type Kind = MentionItem['kind']

/** By kind, in the order in which each first comes; every one with its place among all. */
function grouped(items: MentionItem[]): [Kind, { item: MentionItem; place: number }[]][] {
  const kinds = [...new Set(items.map((item) => item.kind))]
  let place = 0
  return kinds.map((kind) => [
    kind,
    items.filter((item) => item.kind === kind).map((item) => ({ item, place: place++ })),
  ])
}
