import {
  createContext,
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useReducer,
  useRef,
  useState,
} from 'react'
import useSWR from 'swr'
import { about, chats as api, paths } from '../../api/endpoints'
import { inOneLine } from '../../api/sentences'
import type { ChatSummary, Companion, Folder, Persona, Receipt, Visibility } from '../../api/types'
import { wordsNow } from '../../language/words'
import { loadLate } from '../../load-late'
import { useToasts } from '../../ui/toast'
import { ReceiptDialog } from '../memory/receipt-dialog'
import type { Question } from './chat-dialogs'
import { type ChatList, changeList, emptyList, titleOf } from './chat-list'
import { useRemovals } from './use-removals'
import { chatWords } from './words'

/** Whoever opens the menu of a chat is likely to want one, and presses Esc at what they see. */
export const loadDialogs = () => loadLate(() => import('./chat-dialogs'))
const ChatDialogs = lazy(loadDialogs)

/** What is changed of several at once; `folder: null` takes them out of theirs. */
export type Order = { isPinned: boolean } | { isArchived: boolean } | { folder: string | null }

interface Chats {
  list: ChatList
  folders: Folder[]
  /** The personas with whom there is one chat for good; undefined until it is known which chat that is. */
  companions: (Companion & { persona: Persona })[] | undefined
  /** Goes up whenever chats were put elsewhere: what else shows some of them asks again. */
  moved: number
  /** What a chat is called: the lasting one with a companion has her name. */
  nameOf: (chat: Pick<ChatSummary, 'id' | 'title'>) => string
  refresh: () => void
  loadMore: () => void
  /** What is in a folder, by pages; the next page's cursor, or null. */
  loadFolder: (name: string, cursor: string | null) => Promise<string | null>
  refreshFolders: () => Promise<void>
  /** Its chats go along; null gives it up, and its chats are in none. */
  renameFolder: (name: string, newName: string | null) => Promise<void>
  put: (chat: ChatSummary) => void
  rename: (id: string, title: string) => void
  share: (chat: ChatSummary, visibility: Visibility) => Promise<ChatSummary | null>
  /** Whether what is said in it from now on is remembered. */
  setMemory: (id: string, memory: 'on' | 'paused') => Promise<boolean>
  /** With a word about it, and a way back. */
  order: (chats: ChatSummary[], wish: Order) => Promise<void>
  /** With time to think again. `forgets`: what was learned from them goes too. */
  remove: (ids: string[], forgets: boolean) => void
  /** Does now what could still be undone: whoever signs out can no longer do it later. */
  settle: () => Promise<void>
  /** Opens a dialog about chats. */
  ask: (question: Question) => void
}

const Context = createContext<Chats | null>(null)

interface ChatsProviderProps {
  personId: string
  /** Where a chat that is open was deleted, the page goes on elsewhere. */
  onRemoved: (ids: string[]) => void
  children: ReactNode
}

export function ChatsProvider({ personId, onRemoved, children }: ChatsProviderProps) {
  const [list, change] = useReducer(changeList, emptyList)
  const { show } = useToasts()
  const isLoading = useRef(false)
  const [moved, setMoved] = useState(0)
  const [question, setQuestion] = useState<Question | null>(null)
  const [receipt, setReceipt] = useState<Receipt | null>(null)
  const { data: personas } = useSWR(paths.personas, about.personas)
  const { data: folders = NO_FOLDERS, mutate: mutateFolders } = useSWR(paths.folders, api.folders)
  const { data: lasting, mutate: mutateCompanions } = useSWR(paths.companions, api.companions)

  const companions = useMemo(
    () =>
      lasting?.flatMap((companion) => {
        const persona = personas?.find((one) => one.id === companion.personaId)
        return persona ? [{ ...companion, persona }] : []
      }),
    [lasting, personas],
  )

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
  const loadPinned = useCallback(async () => {
    // Where it cannot be told just now, the first page names those that were used lately.
    const page = await api.shelf('pinned', null, MOST_PINNED).catch(() => null)
    if (page) change({ type: 'put', chats: page.chats })
  }, [])

  const refresh = useCallback(() => void load(null), [load])
  const { cursor, isComplete } = list
  const loadMore = useCallback(() => {
    if (!isComplete) void load(cursor)
  }, [load, cursor, isComplete])
  const loadFolder = useCallback(async (name: string, cursor: string | null) => {
    const page = await api.inFolder(name, cursor)
    change({ type: 'put', chats: page.chats })
    return page.nextCursor
  }, [])
  const refreshFolders = useCallback(async () => {
    await mutateFolders()
  }, [mutateFolders])

  const chatsNow = useRef(list.chats)
  chatsNow.current = list.chats
  const renameFolder = useCallback(
    async (name: string, newName: string | null) => {
      await (newName === null ? api.giveUpFolder(name) : api.renameFolder(name, newName))
      const inside = chatsNow.current.filter((chat) => chat.folder === name)
      change({ type: 'put', chats: inside.map((chat) => ({ ...chat, folder: newName })) })
      await mutateFolders()
    },
    [mutateFolders],
  )

  /** The first that was said to a companion has made the lasting chat. */
  const isFirstWithCompanion = Boolean(
    lasting?.some(
      ({ personaId, chat }) => !chat && list.chats.some((one) => one.personaId === personaId && lasts(one)),
    ),
  )
  useEffect(() => {
    if (isFirstWithCompanion) void mutateCompanions()
  }, [isFirstWithCompanion, mutateCompanions])

  const edit = useCallback(
    async (id: string, now: Parameters<typeof api.change>[1], before: Partial<ChatSummary>) => {
      const { headMessageId: _, ...seen } = now
      change({ type: 'change', id, change: seen })
      try {
        const chat = await api.change(id, now)
        change({ type: 'change', id, change: chat })
        setMoved((n) => n + 1)
        return chat
      } catch (error) {
        change({ type: 'change', id, change: before })
        show(inOneLine(error))
        return null
      }
    },
    [show],
  )

  const order = useCallback(
    async (chats: ChatSummary[], wish: Order) => {
      const ids = chats.map((chat) => chat.id)
      const settled = () => [void mutateFolders(), void mutateCompanions(), setMoved((n) => n + 1)]
      change({ type: 'put', chats: chats.map((chat) => ({ ...chat, ...wish })) })
      const undo = async () => {
        change({ type: 'put', chats })
        try {
          for (const [before, those] of byOrder(chats, wish)) await api.order(those, before)
        } catch (error) {
          show(inOneLine(error))
          refresh()
        }
        settled()
      }
      try {
        await api.order(ids, wish)
        const says = wordsNow(chatWords)
        show(saidOf(wish, ids.length), {
          action: { label: says.undo, run: () => void undo(), keys: 'Mod+Z' },
        })
      } catch (error) {
        change({ type: 'put', chats })
        show(inOneLine(error))
      }
      settled()
    },
    [show, mutateFolders, mutateCompanions, refresh],
  )

  const onGone = useCallback(() => {
    void mutateFolders()
    void mutateCompanions()
    setMoved((n) => n + 1)
  }, [mutateFolders, mutateCompanions])
  const { remove, settle } = useRemovals({ personId, change, onReceipt: setReceipt, onGone })

  useEffect(() => {
    const look = () => [refresh(), void loadPinned()]
    look()
    const onVisible = () => document.visibilityState === 'visible' && look()
    document.addEventListener('visibilitychange', onVisible)
    return () => document.removeEventListener('visibilitychange', onVisible)
  }, [refresh, loadPinned])

  const value = useMemo<Chats>(() => {
    const find = (id: string) => list.chats.find((chat) => chat.id === id)
    return {
      list,
      folders,
      companions,
      moved,
      nameOf: (chat) => companions?.find((one) => one.chat?.id === chat.id)?.persona.name ?? titleOf(chat),
      refresh,
      loadMore,
      loadFolder,
      refreshFolders,
      renameFolder,
      put: (chat) => change({ type: 'put', chats: [chat] }),
      rename: (id, title) => void edit(id, { title }, { title: find(id)?.title ?? '' }),
      share: async (chat, visibility) => {
        const { visibility: before, sharedAt } = chat
        return edit(chat.id, { visibility }, { visibility: before, sharedAt })
      },
      setMemory: async (id, memory) =>
        (await edit(id, { memory }, { memory: find(id)?.memory ?? 'on' })) !== null,
      order,
      remove: (ids, forgets) => [remove(ids, forgets), onRemoved(ids)],
      settle,
      ask: setQuestion,
    }
  }, [
    list,
    folders,
    companions,
    moved,
    refresh,
    loadMore,
    loadFolder,
    refreshFolders,
    renameFolder,
    edit,
    order,
    remove,
    settle,
    onRemoved,
  ])

  return (
    <Context.Provider value={value}>
      {children}
      {question && (
        <Suspense fallback={null}>
          <ChatDialogs question={question} onClose={() => setQuestion(null)} />
        </Suspense>
      )}
      {receipt && <ReceiptDialog receipt={receipt} onClose={() => setReceipt(null)} />}
    </Context.Provider>
  )
}

const NO_FOLDERS: Folder[] = []

function lasts(chat: ChatSummary): boolean {
  return chat.memory !== 'temporary'
}

const MOST_PINNED = 100

/** As they were before, those together that were alike. */
function byOrder(chats: ChatSummary[], wish: Order): [Order, string[]][] {
  const before = (chat: ChatSummary): Order => {
    if ('isPinned' in wish) return { isPinned: chat.isPinned }
    return 'isArchived' in wish ? { isArchived: chat.isArchived } : { folder: chat.folder }
  }
  const groups = new Map<string, [Order, string[]]>()
  for (const chat of chats) {
    const key = JSON.stringify(before(chat))
    const ids = groups.get(key)?.[1] ?? []
    groups.set(key, [before(chat), [...ids, chat.id]])
  }
  return [...groups.values()]
}

function saidOf(wish: Order, count: number): string {
  const says = wordsNow(chatWords)
  if ('isPinned' in wish) return wish.isPinned ? says.saidPinned : says.saidUnpinned
  if ('isArchived' in wish) return wish.isArchived ? says.saidArchived(count) : says.saidRestored(count)
  return wish.folder === null ? says.saidOut(count) : says.saidMoved(count, wish.folder)
}

export function useChats(): Chats {
  const chats = useContext(Context)
  if (!chats) throw new Error('useChats needs a ChatsProvider above it.')
  return chats
}
