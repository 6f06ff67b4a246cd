import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useReducer,
  useRef,
  useState,
} from 'react'
import { chats as api } from '../../api/endpoints'
import { inOneLine } from '../../api/sentences'
import type { ChatSummary, Receipt, Visibility } from '../../api/types'
import { useToasts } from '../../ui/toast'
import { ReceiptDialog } from '../memory/receipt-dialog'
import { type ChatList, changeList, emptyList } from './chat-list'
import { useRemovals } from './use-removals'

interface Chats {
  list: ChatList
  refresh: () => void
  loadMore: () => void
  put: (chat: ChatSummary) => void
  rename: (id: string, title: string) => void
  share: (id: string, visibility: Visibility) => Promise<boolean>
  /** Whether what is said in it from now on is remembered. */
  setMemory: (id: string, memory: 'on' | 'paused') => Promise<boolean>
  /** With time to think again. `forgets`: what was learned from it goes too. */
  remove: (id: string, forgets: boolean) => void
  /** Does now what could still be undone: whoever signs out can no longer do it later. */
  settle: () => Promise<void>
}

const Context = createContext<Chats | null>(null)

export function ChatsProvider({ personId, children }: { personId: string; children: ReactNode }) {
  const [list, change] = useReducer(changeList, emptyList)
  const { show } = useToasts()
  const isLoading = useRef(false)

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
        await api.change(id, now as Parameters<typeof api.change>[1])
        return true
      } catch (error) {
        change({ type: 'change', id, change: before })
        show(inOneLine(error))
        return false
      }
    },
    [show],
  )

  const [receipt, setReceipt] = useState<Receipt | null>(null)
  const { remove, settle } = useRemovals({ personId, change, onReceipt: setReceipt })

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
      setMemory: (id, memory) => edit(id, { memory }, { memory: find(id)?.memory ?? 'on' }),
      remove,
      settle,
    }
  }, [list, refresh, loadMore, edit, remove, settle])

  return (
    <Context.Provider value={value}>
      {children}
      {receipt && <ReceiptDialog receipt={receipt} onClose={() => setReceipt(null)} />}
    </Context.Provider>
  )
}

export function useChats(): Chats {
  const chats = useContext(Context)
  if (!chats) throw new Error('useChats needs a ChatsProvider above it.')
  return chats
}
