/** The sidebar's list as a value, and every way it can change. Pure, so its tests are tables. */
import type { ChatPage, ChatSummary, Folder } from '../../api/types'
import { wordsNow } from '../../language/words'
import { chatWords } from './words'

export interface ChatList {
  chats: ChatSummary[]
  cursor: string | null
  status: 'loading' | 'ready' | 'failed'
  isComplete: boolean
  /** Deleted here, but not yet at the server: hidden while it can still be undone. */
  hidden: ReadonlySet<string>
  /** What the server has listed: of these one that it lists no more is gone. */
  stored: ReadonlySet<string>
}

export type ChatListChange =
  | { type: 'loading' }
  | { type: 'failed'; isFirst: boolean }
  | { type: 'page'; page: ChatPage; isFirst: boolean }
  /** As they are now, wherever they were learned of: of what is not among them nothing is said. */
  | { type: 'put'; chats: ChatSummary[] }
  | { type: 'change'; id: string; change: Partial<ChatSummary> }
  | { type: 'hide'; ids: string[] }
  | { type: 'show'; ids: string[] }
  | { type: 'drop'; ids: string[] }

export const emptyList: ChatList = {
  chats: [],
  cursor: null,
  status: 'loading',
  isComplete: false,
  hidden: new Set(),
  stored: new Set(),
}

export function changeList(list: ChatList, change: ChatListChange): ChatList {
  switch (change.type) {
    case 'loading':
      return { ...list, status: 'loading' }
    case 'failed':
      // A refresh that fails behind a list that is already there is no news for anyone.
      return change.isFirst && list.chats.length > 0 ? list : { ...list, status: 'failed' }
    case 'page':
      return withPage(list, change.page, change.isFirst)
    case 'put': {
      const ids = change.chats.map((chat) => chat.id)
      return { ...list, chats: byNewest([...change.chats, ...without(list.chats, ids)]) }
    }
    case 'change':
      return {
        ...list,
        chats: list.chats.map((chat) => (chat.id === change.id ? { ...chat, ...change.change } : chat)),
      }
    case 'hide':
      return { ...list, hidden: new Set([...list.hidden, ...change.ids]) }
    case 'show':
      return { ...list, hidden: new Set([...list.hidden].filter((id) => !change.ids.includes(id))) }
    case 'drop':
      return { ...list, chats: without(list.chats, change.ids) }
  }
}

/**
 * Refreshing the first page must not throw away the pages that were scrolled to, nor a chat that has just begun here;
 * but what would stand in it and does not was deleted elsewhere, or put away.
 */
function withPage(list: ChatList, page: ChatPage, isFirst: boolean): ChatList {
  const fresh = new Set(page.chats.map((chat) => chat.id))
  const last = page.chats.at(-1)
  const reach = page.nextCursor === null || !last ? -Infinity : Date.parse(last.updatedAt)
  const isGone = (chat: ChatSummary) =>
    isFirst && list.stored.has(chat.id) && !fresh.has(chat.id) && Date.parse(chat.updatedAt) > reach
  const known = list.chats.filter((chat) => !isGone(chat))
  const chats = byNewest([...page.chats, ...known.filter((chat) => !fresh.has(chat.id))])
  const keepsPlace = isFirst && page.nextCursor !== null && known.length > page.chats.length
  return {
    ...list,
    chats,
    stored: new Set([...list.stored, ...fresh]),
    status: 'ready',
    cursor: keepsPlace ? list.cursor : page.nextCursor,
    isComplete: keepsPlace ? list.isComplete : page.nextCursor === null,
  }
}

function without(chats: ChatSummary[], ids: string[]): ChatSummary[] {
  return chats.filter((chat) => !ids.includes(chat.id))
}

function byNewest(chats: ChatSummary[]): ChatSummary[] {
  return [...chats].sort((a, b) => b.updatedAt.localeCompare(a.updatedAt))
}

export function titleOf(chat: Pick<ChatSummary, 'title'>): string {
  return chat.title.trim() || wordsNow(chatWords).untitled
}

export type Day = 'today' | 'yesterday' | 'week' | 'month' | 'earlier'

export interface Arranged {
  pinned: ChatSummary[]
  folders: { name: string; count: number; chats: ChatSummary[] }[]
  days: { day: Day; chats: ChatSummary[] }[]
}

const DAY_MS = 86_400_000

/**
 * What the sidebar shows: each chat once. Pinned ones first, whatever folder they are in; then folders, then what is in
 * none under the day it was last used. `apart`: those that stand elsewhere, as the lasting ones with companions.
 */
export function arrange(
  list: ChatList,
  folders: Folder[],
  apart: ReadonlySet<string> = new Set(),
  now: Date = new Date(),
): Arranged {
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate()).getTime()
  const shown = list.chats.filter(
    (chat) => !chat.isArchived && !list.hidden.has(chat.id) && !apart.has(chat.id),
  )
  const days = new Map<Day, ChatSummary[]>()
  for (const chat of shown) {
    if (chat.isPinned || chat.folder !== null) continue
    const day = dayOf(new Date(chat.updatedAt).getTime(), midnight)
    days.set(day, [...(days.get(day) ?? []), chat])
  }
  return {
    pinned: shown.filter((chat) => chat.isPinned),
    folders: named(folders, shown).map((folder) => ({
      ...folder,
      chats: shown.filter((chat) => chat.folder === folder.name && !chat.isPinned),
    })),
    days: [...days].map(([day, chats]) => ({ day, chats })),
  }
}

/** Those the server knows, and those that a chat was put into here a moment ago. */
function named(folders: Folder[], chats: ChatSummary[]): { name: string; count: number }[] {
  const known = folders.map(({ name, chats, archived }) => ({ name, count: chats - archived }))
  const fresh = [...new Set(chats.flatMap((chat) => chat.folder ?? []))]
    .filter((name) => !known.some((folder) => folder.name === name))
    .map((name) => ({ name, count: chats.filter((chat) => chat.folder === name).length }))
  return [...known, ...fresh].sort((a, b) => a.name.localeCompare(b.name))
}

/** Without case and accents. A Turkish I may have a dot or not, whatever language the title is in. */
export function plain(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, '')
    .replaceAll('ı', 'i')
}

function dayOf(time: number, midnight: number): Day {
  if (time >= midnight) return 'today'
  if (time >= midnight - DAY_MS) return 'yesterday'
  if (time >= midnight - 7 * DAY_MS) return 'week'
  if (time >= midnight - 30 * DAY_MS) return 'month'
  return 'earlier'
}
