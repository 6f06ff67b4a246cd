import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { SWRConfig } from 'swr'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ChatSummary, Person } from '../../api/types'
import { ToastProvider } from '../../ui/toast'
import { keepDraft } from '../conversation/drafts'
import { ChatHeader } from './chat-header'
import { ChatsProvider } from './chats-provider'
import { Sidebar } from './sidebar'

const at = new Date().toISOString()
const chat = (id: string, more: Partial<ChatSummary> = {}): ChatSummary => ({
  id,
  title: id,
  personaId: 'assistant',
  visibility: 'private',
  sharedAt: null,
  memory: 'on',
  createdAt: at,
  updatedAt: at,
  isPinned: false,
  isArchived: false,
  folder: null,
  ...more,
})
const garden = chat('The garden', { isPinned: true })
const letters = chat('The letters', { folder: 'Home' })
const bread = chat('The bread')
const evening = chat('Good evening', { personaId: 'sophie' })
const persona = (id: string, name: string, isPerpetual = false) => ({
  id,
  name,
  description: '',
  isDefault: !isPerpetual,
  isPerpetual,
  speaks: 'never',
  models: [],
  profiles: [],
  origin: 'bundled',
  visibility: 'public',
  isArchived: false,
  version: null,
  updatedAt: null,
  access: { canChat: true, canViewSettings: true, canEdit: false },
})
const ANSWERS: Record<string, unknown> = {
  '/api/chats': { chats: [garden, letters, bread, evening], nextCursor: null },
  '/api/chats/folders': { folders: [{ name: 'Home', chats: 1, archived: 0 }] },
  '/api/chats/companions': { companions: [{ personaId: 'sophie', chat: evening }] },
  '/api/personas': { personas: [persona('assistant', 'Assistant'), persona('sophie', 'Sophie', true)] },
}
const person = { id: 'p', name: 'Mira', email: 'mira@example.org' } as Person

function page() {
  return (
    <SWRConfig value={{ provider: () => new Map() }}>
      <ToastProvider>
        <ChatsProvider personId="p" onRemoved={() => {}}>
          <Sidebar
            person={person}
            openChatId="The bread"
            onNewChat={() => {}}
            onSearch={() => {}}
            onGo={() => {}}
            onSignOut={() => {}}
          />
          <ChatHeader chat={bread} isMine />
        </ChatsProvider>
      </ToastProvider>
    </SWRConfig>
  )
}

beforeEach(() => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  vi.stubGlobal('fetch', async (address: string) => {
    const found = ANSWERS[new URL(address, location.origin).pathname]
    return new Response(JSON.stringify(found ?? {}), { headers: { 'content-type': 'application/json' } })
  })
})
afterEach(() => localStorage.clear())

describe('the list of chats', () => {
  it('has companions apart, pinned chats first, folders by their names, and says in which something waits', async () => {
    keepDraft('The garden', { text: 'And the hedge', files: [] })
    render(page())
    const pinned = await screen.findByRole('region', { name: 'Pinned' })
    expect(within(pinned).getByRole('link', { name: /The garden/ })).toBeTruthy()
    expect(within(pinned).getByRole('img', { name: 'Draft:' })).toBeTruthy()
    const companions = screen.getByRole('region', { name: 'Companions' })
    expect(within(companions).getByRole('link', { name: 'Sophie' })).toBeTruthy()
    expect(screen.queryByText('Good evening')).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Home, 1 chat' }))
    expect(screen.getByRole('link', { name: 'The letters' })).toBeTruthy()
    expect(screen.getByRole('heading', { level: 1, name: 'The bread' })).toBeTruthy()
  })

  it('is walked by arrows', async () => {
    render(page())
    const first = await screen.findByRole('link', { name: /The garden/ })
    first.focus()
    await userEvent.keyboard('{ArrowDown}')
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Home, 1 chat' }))
    await userEvent.keyboard('{End}')
    expect(document.activeElement).toBe(screen.getByRole('link', { name: 'The bread' }))
  })
})
