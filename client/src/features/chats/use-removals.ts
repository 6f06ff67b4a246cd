/** Deletes chats once the time to think again has passed; or at once, when the page goes. */
import { type Dispatch, useCallback, useEffect, useRef } from 'react'
import { chats as api } from '../../api/endpoints'
import { ApiError } from '../../api/http'
import { inOneLine } from '../../api/sentences'
import type { Receipt } from '../../api/types'
import { wordsNow } from '../../language/words'
import { useToasts } from '../../ui/toast'
import { learnedInWords } from '../memory/counts'
import type { ChatListChange } from './chat-list'
import { dropRemoval, isSame, keepRemoval, type Removal, readRemovals } from './removals'
import { chatWords } from './words'

export const UNDO_MS = 10_000
/** Longer than anybody holds the pointer over Undo. */
const HELD_MS = 120_000

interface RemovalParts {
  personId: string
  change: Dispatch<ChatListChange>
  onReceipt: (receipt: Receipt) => void
  /** They are gone at the server too. */
  onGone: () => void
}

export function useRemovals({ personId, change, onReceipt, onGone }: RemovalParts) {
  const { show } = useToasts()
  /** What can still be undone, and how to keep it from happening by itself. */
  const held = useRef(new Set<{ removal: Removal; letGo: () => void }>())
  /** One after the other: a memory forgets one thing at a time. */
  const line = useRef(Promise.resolve())

  const carryOut = useCallback(
    async (removal: Removal, isLeaving = false) => {
      const { ids } = removal
      for (const one of held.current) if (isSame(one.removal, removal)) held.current.delete(one)
      try {
        const receipt = await send(removal, isLeaving)
        change({ type: 'drop', ids })
        onGone()
        if (receipt) tellForgotten(receipt, () => onReceipt(receipt), show)
      } catch (error) {
        // Nobody knows what became of a request that was sent while the page went: the next page asks again.
        if (isLeaving) return
        const isGone = error instanceof ApiError && error.status === 404
        change({ type: isGone ? 'drop' : 'show', ids })
        if (!isGone) show(wordsNow(chatWords).saidNotDeleted(ids.length, inOneLine(error)))
      }
      dropRemoval(personId, removal)
    },
    [personId, change, onReceipt, onGone, show],
  )

  const inLine = useCallback(
    (removal: Removal) => {
      line.current = line.current.then(() => carryOut(removal))
      return line.current
    },
    [carryOut],
  )

  const remove = useCallback(
    (ids: string[], forgets: boolean) => {
      const says = wordsNow(chatWords)
      const removal: Removal = { ids, forgets, heldUntil: Date.now() + HELD_MS }
      keepRemoval(personId, removal)
      change({ type: 'hide', ids })
      const undo = () => {
        held.current.delete(entry)
        dropRemoval(personId, removal)
        change({ type: 'show', ids })
      }
      const letGo = show(says.saidDeleted(ids.length), {
        ms: UNDO_MS,
        action: { label: says.undo, run: undo, keys: 'Mod+Z' },
        onGone: () => void inLine(removal),
      })
      const entry = { removal, letGo }
      held.current.add(entry)
    },
    [personId, change, inLine, show],
  )

  const settle = useCallback(async () => {
    for (const { removal, letGo } of [...held.current]) {
      letGo()
      void inLine(removal)
    }
    await line.current
  }, [inLine])

  // Whoever closes the page has let the undo pass.
  useEffect(() => {
    const onLeave = () => {
      for (const { removal, letGo } of [...held.current]) {
        letGo()
        keepRemoval(personId, { ...removal, heldUntil: 0 })
        void carryOut(removal, true)
      }
    }
    window.addEventListener('pagehide', onLeave)
    return () => window.removeEventListener('pagehide', onLeave)
  }, [personId, carryOut])

  // What an earlier page was told and could not do; and what another one is holding just now, or no longer.
  useEffect(() => {
    let seen: Removal[] = []
    const look = () => {
      const mine = [...held.current].map((one) => one.removal)
      const others = readRemovals(personId).filter((one) => !mine.some((own) => isSame(own, one)))
      const back = seen.filter((one) => !others.some((other) => isSame(one, other)))
      change({ type: 'hide', ids: others.flatMap((one) => one.ids) })
      change({ type: 'show', ids: back.flatMap((one) => one.ids) })
      seen = others
    }
    look()
    for (const removal of seen) if (removal.heldUntil < Date.now()) void inLine(removal)
    window.addEventListener('storage', look)
    return () => window.removeEventListener('storage', look)
  }, [personId, change, inLine])

  return { remove, settle }
}

/** The receipt, where something was to be forgotten. */
async function send({ ids, forgets }: Removal, keepalive: boolean): Promise<Receipt | null> {
  const [only] = ids
  if (ids.length === 1 && only) return (await api.remove(only, { forget: forgets, keepalive })) ?? null
  return (await api.removeSeveral(ids, { forget: forgets, keepalive })).receipt
}

function tellForgotten(receipt: Receipt, open: () => void, show: ReturnType<typeof useToasts>['show']): void {
  const says = wordsNow(chatWords)
  const what = learnedInWords(receipt.counts)
  show(what ? says.saidForgotten(what) : says.nothingLeft, {
    ms: 8000,
    action: { label: says.receipt, run: open },
  })
}
