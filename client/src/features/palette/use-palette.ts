/** What the palette offers for a query, in groups. */
import useSWR from 'swr'
import { about, chats as api, paths } from '../../api/endpoints'
import { inOneLine } from '../../api/sentences'
import type { FoundMessage, Person } from '../../api/types'
import { navigate } from '../../router'
import { day } from '../../ui/dates'
import { chooseTheme } from '../../ui/theme'
import { useToasts } from '../../ui/toast'
import { titleOf } from '../chats/chat-list'
import { useChats } from '../chats/chats-provider'
import { messageAddress } from '../conversation/sought'
import { partsFor } from '../settings/parts'
import { chatEntries, type Entry, matches, onceEach, personaEntries } from './entries'
import { useFound } from './use-found'

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
  const doing = actions(given, go)
  const people = personaEntries(personas, go)
  const isEmpty = query.trim() === ''
  const mine = (entries: Entry[]) => entries.filter((entry) => matches(entry, query))
  const groups: PaletteGroup[] = isEmpty
    ? [
        { label: 'Recent chats', entries: chatEntries(shown.slice(0, MOST_RECENT), go) },
        { label: 'Do', entries: doing },
        { label: 'Personas', entries: people },
      ]
    : [
        {
          label: 'Chats',
          entries: onceEach([
            ...mine(chatEntries(shown, go)).slice(0, MOST_RECENT),
            ...chatEntries(
              found.chats.filter((chat) => !list.hidden.has(chat.id)),
              go,
            ),
          ]),
        },
        {
          label: 'Said',
          entries: found.messages
            .filter((message) => !list.hidden.has(message.chatId))
            .map((message) => ({
              id: `message ${message.messageId}`,
              label: `${message.role === 'user' ? 'You' : 'Answer'} in ${titleOf({ title: message.chatTitle })}`,
              message,
              run: () => go(messageAddress(message.chatId, message.messageId)),
            })),
        },
        {
          label: 'What I know about you',
          entries: found.facts.map((fact) => ({
            id: `fact ${fact.id}`,
            label: fact.text,
            hint: `Learned ${day(fact.learnedAt)}`,
            run: () => void toEvidence(fact.evidence[0]?.externalId),
          })),
        },
        { label: 'Do', entries: mine(doing) },
        { label: 'Settings', entries: mine(pages(given, go)) },
        { label: 'Personas', entries: mine(people) },
      ]
  return {
    groups: groups.filter((group) => group.entries.length > 0),
    isLooking: found.isLooking,
    error: found.error,
  }
}

function actions(given: PaletteGiven, go: (href: string) => void): Entry[] {
  const after = (run: () => void) => () => [given.onClose(), run()]
  return [
    { id: 'new', label: 'New chat', also: 'start begin', run: after(given.onNewChat) },
    { id: 'light', label: 'Light colours', also: 'theme colors', run: after(() => chooseTheme('light')) },
    { id: 'dark', label: 'Dark colours', also: 'theme colors', run: after(() => chooseTheme('dark')) },
    {
      id: 'system',
      label: 'Colours of the system',
      also: 'theme colors',
      run: after(() => chooseTheme('system')),
    },
    { id: 'shortcuts', label: 'Keyboard shortcuts', also: 'keys help', run: after(given.onShortcuts) },
    { id: 'loops', label: 'Loops', also: 'open commitments promises due board', run: () => go('/loops') },
    { id: 'memory', label: 'What I know about you', also: 'memory facts', run: () => go('/memory') },
    { id: 'settings', label: 'Settings', run: () => go('/settings') },
    { id: 'out', label: 'Sign out', also: 'log out', run: after(given.onSignOut) },
  ]
}

function pages(given: PaletteGiven, go: (href: string) => void): Entry[] {
  return partsFor(given.person.isAdmin).map(({ label, href }) => ({
    id: href,
    label,
    hint: 'Settings',
    run: () => go(href),
  }))
}
