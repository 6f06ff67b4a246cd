/** Inside: the list at the left, a page in the middle, the glass box at the right when it is opened. */
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import type { Person } from './api/types'
import { useSession } from './features/auth/session'
import { titleOf } from './features/chats/chat-list'
import { ChatsProvider, useChats } from './features/chats/chats-provider'
import { Drawer } from './features/chats/drawer'
import { Sidebar } from './features/chats/sidebar'
import { ChatPage } from './features/conversation/chat-page'
import { newId } from './features/conversation/messages'
import { GlassBoxPanel } from './features/glassbox/panel'
import { DemoBanner } from './features/settings/demo-banner'
import { loadLate } from './load-late'
import { Link, navigate, type Page } from './router'
import { IconButton } from './ui/button'
import { MenuIcon, PlusIcon } from './ui/icons'
import { useMedia } from './ui/media'

const SettingsPage = lazy(() =>
  loadLate(() => import('./features/settings/settings-page')).then((module) => ({
    default: module.SettingsPage,
  })),
)

interface HomeProps {
  page: Page
  person: Person
}

export default function Home(props: HomeProps) {
  return (
    <ChatsProvider>
      <Rooms {...props} />
    </ChatsProvider>
  )
}

function Rooms({ page, person }: HomeProps) {
  const { signOut } = useSession()
  const { list, settle } = useChats()
  const hasRoom = useMedia('(min-width: 56rem)')
  const [isDrawerOpen, setDrawerOpen] = useState(false)
  const [freshId, setFreshId] = useState(newId)
  const [explained, setExplained] = useState<{ chatId: string; turnId: string } | null>(null)
  const search = useRef<HTMLInputElement>(null)

  const openChatId = page.name === 'chat' ? page.chatId : null
  const chatId = openChatId ?? freshId
  // Once it is in the address it is a chat like any other: whoever comes back to `/` begins a new one.
  if (openChatId === freshId) setFreshId(newId())
  const explainedTurn = page.name === 'chat' && explained?.chatId === chatId ? explained.turnId : null
  const chat = list.chats.find((one) => one.id === openChatId)
  const title = page.name === 'settings' ? 'Settings' : chat ? titleOf(chat) : 'New chat'

  useEffect(() => {
    document.title = title === 'New chat' ? 'Holdfast' : `${title} · Holdfast`
  }, [title])

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey) || event.altKey) return
      event.preventDefault()
      setDrawerOpen(true)
      requestAnimationFrame(() => search.current?.focus())
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])

  function startNewChat() {
    setFreshId(newId())
    navigate('/')
  }

  const sidebar = (
    <Sidebar
      person={person}
      openChatId={openChatId}
      searchRef={search}
      onNewChat={startNewChat}
      onGo={() => setDrawerOpen(false)}
      onSignOut={() => void settle().then(signOut)}
      onClose={hasRoom ? undefined : () => setDrawerOpen(false)}
    />
  )

  return (
    <div className="flex h-dvh overflow-clip bg-paper">
      <a href="#main" className="skip-link">
        Skip to the conversation
      </a>
      {hasRoom ? (
        <aside aria-label="Chats" className="w-[17.5rem] shrink-0 border-line border-r">
          {sidebar}
        </aside>
      ) : (
        <Drawer isOpen={isDrawerOpen} onClose={() => setDrawerOpen(false)}>
          {sidebar}
        </Drawer>
      )}
      <main id="main" tabIndex={-1} className="flex min-w-0 flex-1 flex-col outline-none">
        {!hasRoom && (
          <header className="flex h-14 shrink-0 items-center gap-1 border-line border-b px-2 pt-[env(safe-area-inset-top)] [box-sizing:content-box]">
            <IconButton label="Open the list of chats" onClick={() => setDrawerOpen(true)}>
              <MenuIcon />
            </IconButton>
            <p className="min-w-0 flex-1 truncate text-center font-medium text-[0.9375rem]">{title}</p>
            <IconButton label="New chat" onClick={startNewChat}>
              <PlusIcon />
            </IconButton>
          </header>
        )}
        {/* A new chat greets with a heading of its own, and so do the settings. */}
        {openChatId && <h1 className="sr-only">{title}</h1>}
        <DemoBanner />
        {page.name === 'chat' && (
          <ChatPage
            key={chatId}
            chatId={chatId}
            isNew={openChatId === null}
            person={person}
            explainedTurn={explainedTurn}
            onWhy={(turnId) => setExplained(turnId === explainedTurn ? null : { chatId, turnId })}
          />
        )}
        {page.name === 'settings' && (
          <div className="min-h-0 flex-1 overflow-y-auto">
            <Suspense fallback={null}>
              <SettingsPage person={person} />
            </Suspense>
          </div>
        )}
        {page.name === 'lost' && <Lost />}
      </main>
      {explainedTurn && <GlassBoxPanel turnId={explainedTurn} onClose={() => setExplained(null)} />}
    </div>
  )
}

function Lost() {
  return (
    <div className="mx-auto max-w-md px-5 pt-[20vh]">
      <h1 className="font-semibold font-serif text-3xl">Nothing is kept here</h1>
      <p className="mt-2 text-ink-soft">
        This address leads nowhere.{' '}
        <Link href="/" className="text-kelp underline underline-offset-4">
          Start a new chat
        </Link>{' '}
        or choose one from the list.
      </p>
    </div>
  )
}
