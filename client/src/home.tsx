/** Inside: the list at the left, a page in the middle, the glass box at the right when it is opened. */
import { lazy, Suspense, useEffect, useState } from 'react'
import type { ChatSummary, Person } from './api/types'
import { useSession } from './features/auth/session'
import { ChatHeader } from './features/chats/chat-header'
import { ChatsProvider, useChats } from './features/chats/chats-provider'
import { Drawer } from './features/chats/drawer'
import { Sidebar } from './features/chats/sidebar'
import { chatWords } from './features/chats/words'
import { ChatPage } from './features/conversation/chat-page'
import { newId } from './features/conversation/messages'
import { openPassage } from './features/documents/cited'
import { AddressBanner } from './features/email/banner/address-banner'
import { SecondFactorBanner } from './features/organization/banner/second-factor-banner'
import { DemoBanner } from './features/settings/demo/demo-banner'
import { useWords } from './language/words'
import { loadLate, loadWithWords } from './load-late'
import { Link, navigate, type Page, useSearch } from './router'
import { IconButton } from './ui/button'
import { MenuIcon, PlusIcon, SearchIcon } from './ui/icons'
import { useMedia } from './ui/media'
import { ShortcutSheet } from './ui/shortcut-sheet'
import { useShortcut } from './ui/shortcuts'
import { useFileDrop } from './ui/use-file-drop'
import { useStable } from './ui/use-stable'
import { useTitle } from './ui/use-title'
import { frameWords } from './words'

const SettingsPage = lazy(() => loadWithWords(() => import('./features/settings/settings-page')))
/** Few are admins; the others need not load it. */
const AdminPage = lazy(() => loadWithWords(() => import('./features/admin/admin-page')))
const DocumentsPage = lazy(() => loadWithWords(() => import('./features/library/documents-page')))
const PassagePanel = lazy(() => loadWithWords(() => import('./features/library/passage-panel')))
const GlassBoxPanel = lazy(() => loadWithWords(() => import('./features/glassbox/panel')))
const LoopsPage = lazy(() => loadLate(() => import('./features/loops/loops-page')))
const BookmarksPage = lazy(() => loadLate(() => import('./features/bookmarks/bookmarks-page')))
const MemoryPage = lazy(() => loadWithWords(() => import('./features/memory/memory-page')))
const PersonasPage = lazy(() => loadWithWords(() => import('./features/personas/personas-page')))
const ShelfPage = lazy(() => loadLate(() => import('./features/chats/shelf-page')))
const loadPalette = () => loadLate(() => import('./features/palette/palette'))
const Palette = lazy(loadPalette)
const AT_LEISURE_MS = 1500

interface HomeProps {
  page: Page
  person: Person
}

export default function Home(props: HomeProps) {
  const { page } = props
  const openChatId = page.name === 'chat' ? page.chatId : null
  // The chat that was open is gone: a new one takes its place.
  const onRemoved = useStable((ids: string[]) => openChatId && ids.includes(openChatId) && navigate('/'))
  return (
    <ChatsProvider personId={props.person.id} onRemoved={onRemoved}>
      <Rooms {...props} />
    </ChatsProvider>
  )
}

function Rooms({ page, person }: HomeProps) {
  const says = useWords(frameWords)
  const { signOut } = useSession()
  const { list, settle, nameOf } = useChats()
  const ofChats = useWords(chatWords)
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
  const address = useSearch()
  const why = address.get('why')
  const passage = page.name === 'chat' ? address.get('passage') : null
  const explainedTurn = openChatId ? why : null
  const explain = (turnId: string | null) => {
    const search = new URLSearchParams(location.search)
    search.delete('view')
    search.delete('passage')
    if (turnId) search.set('why', turnId)
    else search.delete('why')
    navigate(`/chat/${chatId}${search.size > 0 ? `?${search}` : ''}`)
  }
  const [opened, setOpened] = useState<{ chat: ChatSummary; isMine: boolean } | null>(null)
  const openedChat = opened?.chat.id === openChatId ? opened.chat : null
  // In the list it is as it stands now; of somebody else's, and of what is put away, the list knows nothing.
  const chat = list.chats.find((one) => one.id === openChatId) ?? openedChat
  // What a page is called that is no chat.
  const titles: Partial<Record<Page['name'], string>> = { ...says.titles, ...ofChats.pages }
  const title = titles[page.name] ?? (chat ? nameOf(chat) : says.newChat)

  useTitle(page.name === 'chat' && !chat ? null : title)

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
  useShortcut({ keys: 'Mod+K', layer: 'page', says: says.searchKey, run: search })
  useShortcut({ keys: 'Mod+Shift+O', layer: 'page', says: says.startNewChat, run: startNewChat })

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

  const listButton = (
    <IconButton label={says.openChats} onClick={() => (isWide ? fold(false) : setDrawerOpen(true))}>
      <MenuIcon />
    </IconButton>
  )
  const newButton = (
    <IconButton label={says.newChat} onClick={startNewChat}>
      <PlusIcon />
    </IconButton>
  )

  return (
    <div className="flex h-dvh overflow-clip bg-paper">
      <a href="#main" className="skip-link">
        {says.skip}
      </a>
      {hasRoom ? (
        <aside aria-label={says.chats} className="w-[17.5rem] shrink-0 border-line border-r">
          {sidebar}
        </aside>
      ) : (
        <Drawer isOpen={isDrawerOpen} onClose={() => setDrawerOpen(false)}>
          {sidebar}
        </Drawer>
      )}
      <main id="main" tabIndex={-1} className="flex min-w-0 flex-1 flex-col outline-none">
        {openChatId ? (
          <ChatHeader
            // Another than that of the page below it: they stand side by side.
            key={`head ${openChatId}`}
            chat={chat}
            isMine={openedChat ? (opened?.isMine ?? true) : true}
            before={hasRoom ? null : listButton}
            after={hasRoom ? null : newButton}
          />
        ) : (
          // A new chat greets with a heading of its own, and so do the other pages.
          !hasRoom && (
            <header className="flex h-14 shrink-0 items-center gap-1 border-line border-b px-2 pt-[env(safe-area-inset-top)] [box-sizing:content-box] print:hidden">
              {listButton}
              <p className="min-w-0 flex-1 truncate text-center font-medium text-[0.9375rem]">{title}</p>
              <IconButton label={says.search} onClick={search}>
                <SearchIcon />
              </IconButton>
              {newButton}
            </header>
          )
        )}
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
              <SettingsPage person={person} part={page.part} />
            </Suspense>
          </div>
        )}
        {page.name === 'admin' && person.isAdmin && (
          <div className="min-h-0 flex-1 overflow-y-auto">
            <Suspense fallback={null}>
              <AdminPage me={person.id} part={page.part} />
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
        {page.name === 'personas' && (
          <div className="min-h-0 flex-1 overflow-y-auto">
            <Suspense fallback={null}>
              <PersonasPage part={page.part} />
            </Suspense>
          </div>
        )}
        {page.name === 'documents' && (
          <div className="min-h-0 flex-1 overflow-y-auto">
            <Suspense fallback={null}>
              <DocumentsPage key={page.documentId} documentId={page.documentId} person={person} />
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
        {page.name === 'bookmarks' && (
          <div className="min-h-0 flex-1 overflow-y-auto">
            <Suspense fallback={null}>
              <BookmarksPage />
            </Suspense>
          </div>
        )}
        {(page.name === 'archive' || page.name === 'shared') && (
          <div className="min-h-0 flex-1 overflow-y-auto">
            <Suspense fallback={null}>
              <ShelfPage key={page.name} shelf={page.name === 'archive' ? 'archived' : 'shared'} />
            </Suspense>
          </div>
        )}
        {(page.name === 'lost' || (page.name === 'admin' && !person.isAdmin)) && <Lost />}
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
      {passage && !explainedTurn && (
        <Suspense fallback={null}>
          <PassagePanel written={passage} onClose={() => openPassage(null)} />
        </Suspense>
      )}
      {explainedTurn && (
        <Suspense fallback={null}>
          <GlassBoxPanel turnId={explainedTurn} onClose={() => explain(null)} />
        </Suspense>
      )}
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
  const says = useWords(frameWords)
  return (
    <div className="mx-auto max-w-md px-5 pt-[20vh]">
      <h1 className="font-semibold font-serif text-3xl">{says.lost}</h1>
      <p className="mt-2 text-ink-soft">
        {says.lostLead}{' '}
        <Link href="/" className="text-kelp underline underline-offset-4">
          {says.startNewChat}
        </Link>{' '}
        {says.lostOr}
      </p>
    </div>
  )
}
