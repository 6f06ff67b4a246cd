/**
 * What someone typed and did not send survives a reload; so does what was sent and never arrived.
 * A draft belongs to a chat (`new` before there is one). A sent message stays here as `sent` until the
 * server has accepted it; if a reload comes first, it returns to the box instead of being lost.
 */
import type { Message, Words } from './messages'

const PREFIX = 'holdfast.draft.'
export const NEW_CHAT = 'new'

interface Kept extends Words {
  sent?: Words & { messageId: string }
}

const EMPTY: Words = { text: '', files: [] }

function read(chatId: string): Kept {
  try {
    const kept = JSON.parse(localStorage.getItem(PREFIX + chatId) ?? 'null') as Partial<Kept> | null
    return { text: kept?.text ?? '', files: kept?.files ?? [], ...(kept?.sent ? { sent: kept.sent } : {}) }
  } catch {
    return EMPTY
  }
}

function write(chatId: string, kept: Kept): void {
  note(chatId, kept.text !== '' || kept.files.length > 0)
  const isEmpty = kept.text === '' && kept.files.length === 0 && !kept.sent
  try {
    if (isEmpty) localStorage.removeItem(PREFIX + chatId)
    else localStorage.setItem(PREFIX + chatId, JSON.stringify(kept))
  } catch {
    // Storage may be full or forbidden; then a draft lives as long as the page, which is no reason to fail.
  }
}

/** What belongs in the box: words that never arrived, then what was typed since. */
export function readDraft(chatId: string): Words {
  const { sent, text, files } = read(chatId)
  return join(sent ?? EMPTY, { text, files })
}

export function hasDraft(chatId: string): boolean {
  const { text, files } = readDraft(chatId)
  return text !== '' || files.length > 0
}

export function keepDraft(chatId: string, words: Words): void {
  write(chatId, { ...read(chatId), ...words })
}

export function markSent(chatId: string, messageId: string, words: Words): void {
  write(chatId, { ...read(chatId), sent: { messageId, ...words } })
}

export function markAccepted(chatId: string): void {
  const { sent: _, ...draft } = read(chatId)
  write(chatId, draft)
}

/** A chat that has begun takes along what was typed while its first words were on their way. */
export function moveDraft(from: string, to: string): void {
  if (from === to) return
  write(to, read(from))
  write(from, EMPTY)
}

/** Where a chat is gone, its words go on in another, before what was typed there. */
export function takeAlong(from: string, to: string): void {
  if (from === to) return
  write(to, { ...read(to), ...join(readDraft(from), readDraft(to)) })
  write(from, EMPTY)
}

/** Called with what the server has stored: a message found there needs no keeping here. */
export function dropArrived(chatId: string, stored: Message[]): void {
  const { sent } = read(chatId)
  if (sent && stored.some((message) => message.id === sent.messageId)) markAccepted(chatId)
}

/** Called when the box has shown them: words that never arrived are a draft again. */
export function adoptUnsent(chatId: string): void {
  if (read(chatId).sent) write(chatId, readDraft(chatId))
}

/** Words that come back go before what was typed meanwhile. */
export function join(first: Words, second: Words): Words {
  return {
    text: [first.text, second.text].filter(Boolean).join('\n\n'),
    files: [...first.files, ...second.files],
  }
}

/** In which chats something is written and not sent; the same set until that changes. */
let drafted: ReadonlySet<string> | null = null
const listeners = new Set<() => void>()

function note(chatId: string, isDrafted: boolean): void {
  if (drafted === null || drafted.has(chatId) === isDrafted) return
  drafted = new Set([...drafted, chatId].filter((id) => id !== chatId || isDrafted))
  for (const listener of listeners) listener()
}

export function draftedChats(): ReadonlySet<string> {
  drafted ??= new Set(keys().filter((id) => read(id).text !== '' || read(id).files.length > 0))
  return drafted
}

export function watchDrafts(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key !== null && !event.key.startsWith(PREFIX)) return
    drafted = null
    listener()
  }
  listeners.add(listener)
  window.addEventListener('storage', onStorage)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', onStorage)
  }
}

function keys(): string[] {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(PREFIX))
      .map((key) => key.slice(PREFIX.length))
  } catch {
    return []
  }
}

/** On signing out, nothing anyone typed stays behind on this machine. */
export function forgetDrafts(): void {
  for (const id of keys()) write(id, EMPTY)
}
