/** What the palette can lead to without asking the server: pages, actions, personas, chats that were used lately. */

import type { ChatSummary, Persona } from '../../api/types'
import { wordsNow } from '../../language/words'
import { plain, titleOf } from '../chats/chat-list'
import { paletteWords } from './words'

export interface Entry {
  /** Its own among all: the list keeps its place by it when more arrives. */
  id: string
  label: string
  /** Beside the label, in smaller words. */
  hint?: string
  /** Words it is found by, besides those that are shown. */
  also?: string
  run: () => void
}

export interface Group {
  label: string
  entries: Entry[]
}

/** All words of the query, each as the beginning of a word. */
export function matches(entry: Entry, query: string): boolean {
  const words = plain(`${entry.label} ${entry.hint ?? ''} ${entry.also ?? ''}`).split(/[^\p{L}\p{N}]+/u)
  const wanted = plain(query)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
  return wanted.length > 0 && wanted.every((want) => words.some((word) => word.startsWith(want)))
}

export function chatEntries(chats: ChatSummary[], go: (href: string) => void): Entry[] {
  return chats.map((chat) => ({
    id: `chat ${chat.id}`,
    label: titleOf(chat),
    run: () => go(`/chat/${chat.id}`),
  }))
}

export function personaEntries(personas: Persona[], go: (href: string) => void): Entry[] {
  return personas.map((persona) => ({
    id: `persona ${persona.id}`,
    label: wordsNow(paletteWords).talkTo(persona.name),
    ...(persona.description ? { hint: persona.description } : {}),
    also: wordsNow(paletteWords).talkToAlso,
    run: () => go(`/?persona=${encodeURIComponent(persona.id)}`),
  }))
}

/** One that is both in the list and in what the server found is told once. */
export function onceEach(entries: Entry[]): Entry[] {
  return [...new Map(entries.map((entry) => [entry.id, entry])).values()]
}
