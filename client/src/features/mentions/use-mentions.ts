/** What is offered while somebody names something in a box, and the keys that choose among it. */
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import useSWR from 'swr'
import { mentions as api } from '../../api/endpoints'
import type { MentionItem } from '../../api/types'
import { navigate } from '../../router'
import { useEscape } from '../../ui/shortcuts'
import { put, TOOL, type Typed, typedAt } from './typed'

/** So long nothing is asked, while they type on. */
const SETTLES_MS = 120
const MOST = 12

interface MentionBox {
  value: string
  onChange: (text: string) => void
  /** Puts the caret there once the text is in the box. */
  place: (caret: number) => void
  personaId: string | undefined
}

export function useMentions({ value, onChange, place, personaId }: MentionBox) {
  const id = useId()
  const [caret, setCaret] = useState<number | null>(null)
  const [closedAt, setClosedAt] = useState<number | null>(null)
  const [marked, setMarked] = useState(0)
  const typed = caret === null ? null : typedAt(value, caret)
  const isWanted = typed !== null && typed.from !== closedAt
  const asked = useSettled(isWanted ? `${typed.prefix ?? ''}:${typed.query}` : null)
  const { data } = useSWR(
    asked === null || typed === null ? null : ['mentions', asked, personaId, typed.from],
    async ([, , , from]: [string, string, string | undefined, number]) => {
      const found = await api.offered(typed?.query ?? '', kindOf(typed?.prefix ?? null), MOST, personaId)
      return { from, found }
    },
    { keepPreviousData: true, revalidateOnFocus: false },
  )
  // Until the answer to the last letter is here, what was offered before stands as far as it fits.
  const items = isWanted && data?.from === typed.from ? data.found.filter((one) => fits(one, typed)) : []
  const isOpen = items.length > 0
  const at = Math.min(marked, items.length - 1)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another question, another first answer
  useEffect(() => setMarked(0), [asked])
  useEffect(() => {
    if (typed === null && closedAt !== null) setClosedAt(null)
  }, [typed, closedAt])

  const close = () => setClosedAt(typed?.from ?? null)
  useEscape('overlay', isOpen ? close : null)

  function choose(item: MentionItem) {
    if (item.state !== 'ready') {
      if (item.remedyAddress) navigate(item.remedyAddress)
      return
    }
    if (typed === null || caret === null) return
    const next = put(value, typed, caret, item.mention)
    onChange(next.text)
    setCaret(null)
    place(next.caret)
  }

  /** True where the key was meant for the list. */
  function onKey(event: KeyboardEvent): boolean {
    const chosen = items[at]
    if (!isOpen || !chosen) return false
    const move = MOVES[event.key]
    if (move !== undefined) setMarked((at + move + items.length) % items.length)
    else if (event.key === 'Enter' && !event.shiftKey) choose(chosen)
    else if (event.key === 'Tab' && !event.shiftKey) choose(chosen)
    else return false
    event.preventDefault()
    return true
  }

  return {
    id,
    items,
    isOpen,
    isWanted,
    /** Asked, and nothing has come of it. */
    isEmpty: isWanted && data?.from === typed.from && items.length === 0,
    at,
    mark: setMarked,
    choose,
    onKey,
    onCaret: setCaret,
  }
}

export type Mentions = ReturnType<typeof useMentions>

const MOVES: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }
const KINDS = {
  doc: 'document',
  document: 'document',
  persona: 'persona',
  person: 'person',
  chat: 'chat',
  memory: 'memory',
  server: 'server',
} as const
/** Tools are named by commands. */
const BEHIND_AT = ['resource', ...new Set(Object.values(KINDS))].join(',')

export function kindOf(prefix: string | null): string {
  if (prefix === TOOL) return TOOL
  return KINDS[prefix as keyof typeof KINDS] ?? BEHIND_AT
}

function fits(item: MentionItem, typed: Typed): boolean {
  const kind = kindOf(typed.prefix)
  const named = `${item.mention} ${item.label} ${item.hint}`.toLowerCase()
  const words = typed.query.toLowerCase().split(/\s+/)
  return kind.split(',').includes(item.kind) && words.every((word) => named.includes(word))
}

export const PREFIXES: ReadonlySet<string> = new Set(Object.keys(KINDS))

/** A value once it has stood for a moment; that there is none is known at once. */
function useSettled(value: string | null): string | null {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    if (value === null) {
      setSettled(null)
      return
    }
    const timer = setTimeout(() => setSettled(value), SETTLES_MS)
    return () => clearTimeout(timer)
  }, [value])
  return value === null ? null : settled
}
