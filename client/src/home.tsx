/** Inside: the list at the left, a page in the middle, the glass box at the right when it is opened. */
import { lazy, Suspense, useEffect, useState } from 'react'
import type { ChatSummary, Person } from './api/types'
import { useSession } from './features/auth/session'
import { titleOf } from './features/chats/chat-list'
import { ChatsProvider, useChats } from './features/chats/chats-provider'
import { Drawer } from './features/chats/drawer'
import { Sidebar } from './features/chats/sidebar'
import { ChatPage } from './features/conversation/chat-page'
import { newId } from './features/conversation/messages'
import { AddressBanner } from './features/email/address-banner'
import { GlassBoxPanel } from './features/glassbox/panel'
import { SecondFactorBanner } from './features/organization/second-factor-banner'
import { DemoBanner } from './features/settings/demo-banner'
import { loadLate } from './load-late'
import { Link, navigate, type Page, useSearch } from './router'
import { IconButton } from './ui/button'
import { MenuIcon, PlusIcon, SearchIcon } from './ui/icons'
import { useMedia } from './ui/media'
import { ShortcutSheet } from './ui/shortcut-sheet'
import { useShortcut } from './ui/shortcuts'
import { useFileDrop } from './ui/use-file-drop'

const SettingsPage = lazy(() =>
  loadLate(() => import('./features/settings/settings-page')).then((module) => ({
    default: module.SettingsPage,
  })),
)

const LoopsPage = lazy(() => loadLate(() => import('./features/loops/loops-page')))
const MemoryPage = lazy(() => loadLate(() => import('./features/memory/memory-page')))
/** What a page is called that is no chat. */
const TITLES: Partial<Record<Page['name'], string>> = {
  settings: 'Settings',
  loops: 'Loops',
  memory: 'What I know about you',
}
const loadPalette = () => loadLate(() => import('./features/palette/palette'))
const Palette = lazy(loadPalette)
const AT_LEISURE_MS = 1500

interface HomeProps {
  page: Page
  person: Person
}

export default function Home(props: HomeProps) {
  return (
    <ChatsProvider personId={props.person.id}>
      <Rooms {...props} />
    </ChatsProvider>
  )
}

function Rooms({ page, person }: HomeProps) {
  const { signOut } = useSession()
  const { list, settle } = useChats()
  const isWide = useMedia('(min-width: 56rem)')
  const [isFolded, setFolded] = useState(readFolded)
  const hasRoom = isWide && !isFolded
  const fold = (wanted: boolean) => [setFolded(wanted), keepFolded(wanted)]
  const [isDrawerOpen, setDrawerOpen] = useState(false)
  const [freshId, setFreshId] = useState(newId)
  const [isSearching, setSearching] = useState(false)
  const [isSheetOpen, setSheetOpen] = useState(false)

  const openChatId = page.name === 'chat' ? page.chatId : null
  const chatId = openChatId ?? freshId
  // Once it is in the address it is a chat like any other: whoever comes back to `/` begins a new one.
  if (openChatId === freshId) setFreshId(newId())
  // In the address, so that it is there after a reload and can be sent to oneself.
  const why = useSearch().get('why')
  const explainedTurn = openChatId ? why : null
  const explain = (turnId: string | null) => {
    const search = new URLSearchParams(location.search)
    if (turnId) search.set('why', turnId)
    else search.delete('why')
    navigate(`/chat/${chatId}${search.size > 0 ? `?${search}` : ''}`)
  }
  const [opened, setOpened] = useState<ChatSummary | null>(null)
  const chat = [...list.chats, ...(opened ? [opened] : [])].find((one) => one.id === openChatId)
  const title = TITLES[page.name] ?? (chat ? titleOf(chat) : 'New chat')

  useEffect(() => {
    document.title = title === 'New chat' ? 'Holdfast' : `${title} · Holdfast`
  }, [title])

  useFileDrop(null)

  // Whoever presses Ctrl K types on at once: it is here by then.
  useEffect(() => {
    const timer = setTimeout(() => void loadPalette().catch(() => {}), AT_LEISURE_MS)
    return () => clearTimeout(timer)
  }, [])

  function startNewChat() {
    setFreshId(newId())
    navigate('/')
  }

  function search() {
    setDrawerOpen(false)
    setSearching(true)
  }
  useShortcut({ keys: 'Mod+K', layer: 'page', says: 'Search and go anywhere', run: search })
  useShortcut({ keys: 'Mod+Shift+O', layer: 'page', says: 'Start a new chat', run: startNewChat })

  const leave = () => void settle().then(signOut)

  const sidebar = (
    <Sidebar
      person={person}
      openChatId={openChatId}
      onNewChat={startNewChat}
      onSearch={search}
      onGo={() => setDrawerOpen(false)}
      onSignOut={leave}
      onClose={hasRoom ? undefined : () => setDrawerOpen(false)}
      onFold={hasRoom ? () => fold(true) : undefined}
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
            <IconButton
              label="Open the list of chats"
              onClick={() => (isWide ? fold(false) : setDrawerOpen(true))}
            >
              <MenuIcon />
            </IconButton>
            <p className="min-w-0 flex-1 truncate text-center font-medium text-[0.9375rem]">{title}</p>
            <IconButton label="Search" onClick={search}>
              <SearchIcon />
            </IconButton>
            <IconButton label="New chat" onClick={startNewChat}>
              <PlusIcon />
            </IconButton>
          </header>
        )}
        {/* A new chat greets with a heading of its own, and so do the settings. */}
        {openChatId && <h1 className="sr-only">{title}</h1>}
        <DemoBanner isAdmin={person.isAdmin} />
        <SecondFactorBanner />
        {person.emailState === 'waiting' && <AddressBanner email={person.email ?? ''} />}
        {page.name === 'chat' && (
          <ChatPage
            key={chatId}
            chatId={chatId}
            isNew={openChatId === null}
            person={person}
            explainedTurn={explainedTurn}
            onOpened={setOpened}
            onWhy={(turnId) => explain(turnId === explainedTurn ? null : turnId)}
          />
        )}
        {page.name === 'settings' && (
          <div className="min-h-0 flex-1 overflow-y-auto">
            <Suspense fallback={null}>
              <SettingsPage person={person} />
            </Suspense>
          </div>
        )}
        {page.name === 'memory' && (
          <div className="min-h-0 flex-1 overflow-y-auto">
            <Suspense fallback={null}>
              <MemoryPage />
            </Suspense>
          </div>
        )}
        {page.name === 'loops' && (
          <div className="min-h-0 flex-1 overflow-y-auto">
            <Suspense fallback={null}>
              <LoopsPage />
            </Suspense>
          </div>
        )}
        {page.name === 'lost' && <Lost />}
      </main>
      <ShortcutSheet isOpen={isSheetOpen} onChange={setSheetOpen} />
      {isSearching && (
        <Suspense fallback={null}>
          <Palette
            person={person}
            onClose={() => setSearching(false)}
            onNewChat={startNewChat}
            onShortcuts={() => setSheetOpen(true)}
            onSignOut={leave}
          />
        </Suspense>
      )}
      {explainedTurn && <GlassBoxPanel turnId={explainedTurn} onClose={() => explain(null)} />}
    </div>
  )
}

const FOLDED = 'holdfast.folded'

function readFolded(): boolean {
  try {
    return localStorage.getItem(FOLDED) === 'yes'
  } catch {
    return false
  }
}

function keepFolded(isFolded: boolean): void {
  try {
    if (isFolded) localStorage.setItem(FOLDED, 'yes')
    else localStorage.removeItem(FOLDED)
  } catch {
    // Without storage it holds as long as the page.
  }
}

function Lost() {
  return (
    <div className="mx-auto max-w-md px-5 pt-[20vh]">
      <h1 className="font-semibold font-serif text-3xl">Page not found</h1>
      <p className="mt-2 text-ink-soft">
        There is nothing at this address.{' '}
        <Link href="/" className="text-kelp underline underline-offset-4">
          Start a new chat
        </Link>{' '}
        or choose one from the list.
      </p>
    </div>
  )
}
