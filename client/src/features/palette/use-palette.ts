/** What the palette offers for a query, in groups. */

import useSWR from 'swr'
import { about, chats as api, paths } from '../../api/endpoints'
import { inOneLine } from '../../api/sentences'
import type { FoundMessage, Person } from '../../api/types'
import { useWords } from '../../language/words'
import { navigate } from '../../router'
import { day } from '../../ui/dates'
import { chooseTheme, type Theme } from '../../ui/theme'
import { useToasts } from '../../ui/toast'
import { titleOf } from '../chats/chat-list'
import { useChats } from '../chats/chats-provider'
import { messageAddress } from '../conversation/sought'
import { pagesFor } from '../settings/pages/pages'
import { chatEntries, type Entry, matches, onceEach, personaEntries } from './entries'
import { useFound } from './use-found'
import { type PaletteWords, paletteWords } from './words'

export interface PaletteGiven {
  person: Person
  onClose: () => void
  onNewChat: () => void
  onShortcuts: () => void
  onSignOut: () => void
}

export interface PaletteEntry extends Entry {
  message?: FoundMessage
}

interface PaletteGroup {
  label: string
  entries: PaletteEntry[]
}

const MOST_RECENT = 6

export function usePalette(query: string, given: PaletteGiven) {
  const says = useWords(paletteWords)
  const { list } = useChats()
  const { show } = useToasts()
  const { data: personas = [] } = useSWR(paths.personas, about.personas)
  const found = useFound(query)
  const { onClose } = given

  function go(href: string) {
    onClose()
    navigate(href)
  }

  /** A fact leads to the words it came from. */
  async function toEvidence(externalId: string | null | undefined) {
    onClose()
    try {
      const { chatId, messageId } = await api.said(externalId?.split('/')[0] ?? '')
      navigate(messageAddress(chatId, messageId))
    } catch (error) {
      show(inOneLine(error))
    }
  }

  const shown = list.chats.filter((chat) => !list.hidden.has(chat.id))
  const doing = actions(says, given, go)
  const people = personaEntries(personas, go)
  const isEmpty = query.trim() === ''
  const mine = (entries: Entry[]) => entries.filter((entry) => matches(entry, query))
  const groups: PaletteGroup[] = isEmpty
    ? [
        { label: says.groups.recent, entries: chatEntries(shown.slice(0, MOST_RECENT), go) },
        { label: says.groups.actions, entries: doing },
        { label: says.groups.personas, entries: people },
      ]
    : [
        {
          label: says.groups.chats,
          entries: onceEach([
            ...mine(chatEntries(shown, go)).slice(0, MOST_RECENT),
            ...chatEntries(
              found.chats.filter((chat) => !list.hidden.has(chat.id)),
              go,
            ),
          ]),
        },
        {
          label: says.groups.said,
          entries: found.messages
            .filter((message) => !list.hidden.has(message.chatId))
            .map((message) => ({
              id: `message ${message.messageId}`,
              label: (message.role === 'user' ? says.youIn : says.answerIn)(
                titleOf({ title: message.chatTitle }),
              ),
              message,
              run: () => go(messageAddress(message.chatId, message.messageId)),
            })),
        },
        {
          label: says.groups.known,
          entries: found.facts.map((fact) => ({
            id: `fact ${fact.id}`,
            label: fact.text,
            hint: says.learned(day(fact.learnedAt)),
            run: () => void toEvidence(fact.evidence[0]?.externalId),
          })),
        },
        { label: says.groups.actions, entries: mine(doing) },
        { label: says.groups.settings, entries: mine(pages(given, go)) },
        { label: says.groups.personas, entries: mine(people) },
      ]
  return {
    groups: groups.filter((group) => group.entries.length > 0),
    isLooking: found.isLooking,
    error: found.error,
  }
}

function actions(says: PaletteWords, given: PaletteGiven, go: (href: string) => void): Entry[] {
  const after = (run: () => void) => () => [given.onClose(), run()]
  const theme = (id: Theme) => ({
    id,
    label: says[id],
    also: says.themeAlso,
    run: after(() => chooseTheme(id)),
  })
  return [
    { id: 'new', label: says.newChat, also: says.newChatAlso, run: after(given.onNewChat) },
    theme('light'),
    theme('dark'),
    theme('system'),
    { id: 'shortcuts', label: says.shortcuts, also: says.shortcutsAlso, run: after(given.onShortcuts) },
    { id: 'loops', label: says.loops, also: says.loopsAlso, run: () => go('/loops') },
    { id: 'memory', label: says.memory, also: says.memoryAlso, run: () => go('/memory') },
    { id: 'personas', label: says.allPersonas, also: says.allPersonasAlso, run: () => go('/personas') },
    { id: 'bookmarks', label: says.bookmarks, also: says.bookmarksAlso, run: () => go('/bookmarks') },
    { id: 'documents', label: says.documents, also: says.documentsAlso, run: () => go('/documents') },
    { id: 'settings', label: says.settings, run: () => go('/settings') },
    { id: 'out', label: says.signOut, also: says.signOutAlso, run: after(given.onSignOut) },
  ]
}

function pages(given: PaletteGiven, go: (href: string) => void): Entry[] {
  return pagesFor(given.person.isAdmin).map(({ label, href, area, also }) => ({
    id: href,
    label,
    hint: area,
    also,
    run: () => go(href),
  }))
}
