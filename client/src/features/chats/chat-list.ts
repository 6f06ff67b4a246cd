/** The sidebar's list as a value, and every way it can change. Pure, so its tests are tables. */
import type { ChatPage, ChatSummary } from '../../api/types'

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
  | { type: 'put'; chat: ChatSummary }
  | { type: 'change'; id: string; change: Partial<ChatSummary> }
  | { type: 'hide'; id: string }
  | { type: 'show'; id: string }
  | { type: 'drop'; id: string }

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
    case 'put':
      return { ...list, chats: byNewest([change.chat, ...without(list.chats, change.chat.id)]) }
    case 'change':
      return {
        ...list,
        chats: list.chats.map((chat) => (chat.id === change.id ? { ...chat, ...change.change } : chat)),
      }
    case 'hide':
      return { ...list, hidden: new Set([...list.hidden, change.id]) }
    case 'show':
      return { ...list, hidden: new Set([...list.hidden].filter((id) => id !== change.id)) }
    case 'drop':
      return { ...list, chats: without(list.chats, change.id) }
  }
}

/**
 * Refreshing the first page must not throw away the pages that were scrolled to, nor a chat that has just begun here;
 * but what would stand in it and does not was deleted elsewhere.
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

function without(chats: ChatSummary[], id: string): ChatSummary[] {
  return chats.filter((chat) => chat.id !== id)
}

function byNewest(chats: ChatSummary[]): ChatSummary[] {
  return [...chats].sort((a, b) => b.updatedAt.localeCompare(a.updatedAt))
}

export function titleOf(chat: Pick<ChatSummary, 'title'>): string {
  return chat.title.trim() || 'Untitled chat'
}

export interface ChatGroup {
  label: string
  chats: ChatSummary[]
}

const DAY_MS = 86_400_000

/** What the sidebar shows: not hidden, matching the filter, under the day they were last touched. */
export function groupChats(list: ChatList, filter: string, now: Date = new Date()): ChatGroup[] {
  const needle = plain(filter.trim())
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate()).getTime()
  const groups = new Map<string, ChatSummary[]>()
  for (const chat of list.chats) {
    if (list.hidden.has(chat.id)) continue
    if (needle && !plain(titleOf(chat)).includes(needle)) continue
    const label = labelFor(new Date(chat.updatedAt).getTime(), midnight)
    groups.set(label, [...(groups.get(label) ?? []), chat])
  }
  return [...groups].map(([label, chats]) => ({ label, chats }))
}

/** Without case and accents. A Turkish I may have a dot or not, whatever language the title is in. */
export function plain(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, '')
    .replaceAll('ı', 'i')
}

function labelFor(time: number, midnight: number): string {
  if (time >= midnight) return 'Today'
  if (time >= midnight - DAY_MS) return 'Yesterday'
  if (time >= midnight - 7 * DAY_MS) return 'This past week'
  if (time >= midnight - 30 * DAY_MS) return 'This past month'
  return 'Earlier'
}
