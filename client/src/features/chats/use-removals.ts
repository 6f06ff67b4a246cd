/** Deletes a chat once the time to think again has passed; or at once, when the page goes. */
import { type Dispatch, useCallback, useEffect, useRef } from 'react'
import { chats as api } from '../../api/endpoints'
import { ApiError } from '../../api/http'
import { inOneLine } from '../../api/sentences'
import type { Receipt } from '../../api/types'
import { useToasts } from '../../ui/toast'
import { learnedInWords } from '../memory/counts'
import type { ChatListChange } from './chat-list'
import { dropRemoval, keepRemoval, type Removal, readRemovals } from './removals'

export const UNDO_MS = 10_000
/** Longer than anybody holds the pointer over Undo. */
const HELD_MS = 120_000

interface RemovalParts {
  personId: string
  change: Dispatch<ChatListChange>
  onReceipt: (receipt: Receipt) => void
}

export function useRemovals({ personId, change, onReceipt }: RemovalParts) {
  const { show } = useToasts()
  /** What can still be undone, and how to keep it from happening by itself. */
  const held = useRef(new Map<string, { removal: Removal; letGo: () => void }>())
  /** One after the other: a memory forgets one thing at a time. */
  const line = useRef(Promise.resolve())

  const carryOut = useCallback(
    async ({ id, forgets }: Removal, isLeaving = false) => {
      held.current.delete(id)
      try {
        const receipt = await api.remove(id, { forget: forgets, keepalive: isLeaving })
        change({ type: 'drop', id })
        if (receipt) tellForgotten(receipt, () => onReceipt(receipt), show)
      } catch (error) {
        // Nobody knows what became of a request that was sent while the page went: the next page asks again.
        if (isLeaving) return
        const isGone = error instanceof ApiError && error.status === 404
        change({ type: isGone ? 'drop' : 'show', id })
        if (!isGone) show(`The chat is not deleted yet. ${inOneLine(error)}`)
      }
      dropRemoval(personId, id)
    },
    [personId, change, onReceipt, show],
  )

  const inLine = useCallback(
    (removal: Removal) => {
      line.current = line.current.then(() => carryOut(removal))
      return line.current
    },
    [carryOut],
  )

  const remove = useCallback(
    (id: string, forgets: boolean) => {
      const removal: Removal = { id, forgets, heldUntil: Date.now() + HELD_MS }
      keepRemoval(personId, removal)
      change({ type: 'hide', id })
      const undo = () => {
        held.current.delete(id)
        dropRemoval(personId, id)
        change({ type: 'show', id })
      }
      const letGo = show('Chat deleted.', {
        ms: UNDO_MS,
        action: { label: 'Undo', run: undo, keys: 'Mod+Z' },
        onGone: () => void inLine(removal),
      })
      held.current.set(id, { removal, letGo })
    },
    [personId, change, inLine, show],
  )

  const settle = useCallback(async () => {
    for (const { removal, letGo } of [...held.current.values()]) {
      letGo()
      void inLine(removal)
    }
    await line.current
  }, [inLine])

  // Whoever closes the page has let the undo pass.
  useEffect(() => {
    const onLeave = () => {
      for (const { removal, letGo } of [...held.current.values()]) {
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
      const others = readRemovals(personId).filter((one) => !held.current.has(one.id))
      for (const { id } of others) change({ type: 'hide', id })
      for (const { id } of seen) if (!others.some((one) => one.id === id)) change({ type: 'show', id })
      seen = others
    }
    look()
    for (const removal of seen) if (removal.heldUntil < Date.now()) void inLine(removal)
    window.addEventListener('storage', look)
    return () => window.removeEventListener('storage', look)
  }, [personId, change, inLine])

  return { remove, settle }
}

function tellForgotten(receipt: Receipt, open: () => void, show: ReturnType<typeof useToasts>['show']): void {
  const what = learnedInWords(receipt.counts)
  show(what ? `Forgotten: ${what}.` : 'Nothing of it is left in memory.', {
    ms: 8000,
    action: { label: 'Receipt', run: open },
  })
}
