import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useReducer,
  useRef,
} from 'react'
import { chats as api } from '../../api/endpoints'
import { ApiError } from '../../api/http'
import { inOneLine } from '../../api/sentences'
import type { ChatSummary, Visibility } from '../../api/types'
import { useToasts } from '../../ui/toast'
import { type ChatList, changeList, emptyList } from './chat-list'

export const UNDO_MS = 5000

interface Chats {
  list: ChatList
  refresh: () => void
  loadMore: () => void
  put: (chat: ChatSummary) => void
  rename: (id: string, title: string) => void
  share: (id: string, visibility: Visibility) => Promise<boolean>
  remove: (chat: ChatSummary) => void
  /** Does now what could still be undone: whoever signs out can no longer do it later. */
  settle: () => Promise<void>
}

const Context = createContext<Chats | null>(null)

export function ChatsProvider({ children }: { children: ReactNode }) {
  const [list, change] = useReducer(changeList, emptyList)
  const { show } = useToasts()
  const isLoading = useRef(false)
  /** What is being deleted, and how to keep it from happening by itself. */
  const pending = useRef(new Map<string, () => void>())

  const load = useCallback(async (cursor: string | null) => {
    if (isLoading.current) return
    isLoading.current = true
    try {
      const page = await api.page(cursor)
      change({ type: 'page', page, isFirst: cursor === null })
    } catch {
      change({ type: 'failed', isFirst: cursor === null })
    } finally {
      isLoading.current = false
    }
  }, [])

  const refresh = useCallback(() => void load(null), [load])
  const { cursor, isComplete } = list
  const loadMore = useCallback(() => {
    if (!isComplete) void load(cursor)
  }, [load, cursor, isComplete])

  const edit = useCallback(
    async (id: string, now: Partial<ChatSummary>, before: Partial<ChatSummary>) => {
      change({ type: 'change', id, change: now })
      try {
        await api.change(id, now as { title?: string; visibility?: Visibility })
        return true
      } catch (error) {
        change({ type: 'change', id, change: before })
        show(inOneLine(error))
        return false
      }
    },
    [show],
  )

  const finishRemoving = useCallback(
    async (id: string, isLeaving = false) => {
      pending.current.delete(id)
      try {
        await api.remove(id, isLeaving)
        change({ type: 'drop', id })
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return change({ type: 'drop', id })
        change({ type: 'show', id })
        show(`The chat was not deleted. ${inOneLine(error)}`)
      }
    },
    [show],
  )

  const remove = useCallback(
    (chat: ChatSummary) => {
      change({ type: 'hide', id: chat.id })
      const undo = () => {
        pending.current.get(chat.id)?.()
        pending.current.delete(chat.id)
        change({ type: 'show', id: chat.id })
      }
      const timer = setTimeout(() => void finishRemoving(chat.id), UNDO_MS)
      const unsay = show('Chat deleted.', { action: { label: 'Undo', run: undo }, ms: UNDO_MS })
      pending.current.set(chat.id, () => [clearTimeout(timer), unsay()])
    },
    [finishRemoving, show],
  )

  const settle = useCallback(async () => {
    const due = [...pending.current]
    for (const [, hold] of due) hold()
    await Promise.all(due.map(([id]) => finishRemoving(id)))
  }, [finishRemoving])

  // Whoever closes the page has let the undo pass.
  useEffect(() => {
    const onLeave = () => {
      for (const [id, hold] of pending.current) {
        hold()
        void finishRemoving(id, true)
      }
    }
    window.addEventListener('pagehide', onLeave)
    return () => window.removeEventListener('pagehide', onLeave)
  }, [finishRemoving])

  useEffect(() => {
    refresh()
    const onVisible = () => document.visibilityState === 'visible' && refresh()
    document.addEventListener('visibilitychange', onVisible)
    return () => document.removeEventListener('visibilitychange', onVisible)
  }, [refresh])

  const value = useMemo<Chats>(() => {
    const find = (id: string) => list.chats.find((chat) => chat.id === id)
    return {
      list,
      refresh,
      loadMore,
      put: (chat) => change({ type: 'put', chat }),
      rename: (id, title) => void edit(id, { title }, { title: find(id)?.title ?? '' }),
      share: (id, visibility) => edit(id, { visibility }, { visibility: find(id)?.visibility ?? 'private' }),
      remove,
      settle,
    }
  }, [list, refresh, loadMore, edit, remove, settle])

  return <Context.Provider value={value}>{children}</Context.Provider>
}

export function useChats(): Chats {
  const chats = useContext(Context)
  if (!chats) throw new Error('useChats needs a ChatsProvider above it.')
  return chats
}
