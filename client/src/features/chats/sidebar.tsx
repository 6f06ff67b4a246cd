import { type ReactNode, useEffect, useMemo, useRef } from 'react'
import type { Person } from '../../api/types'
import { Link, usePath } from '../../router'
import { Button, IconButton } from '../../ui/button'
import {
  BookIcon,
  CloseIcon,
  GearIcon,
  LoopIcon,
  MenuIcon,
  OutIcon,
  PlusIcon,
  SearchIcon,
} from '../../ui/icons'
import { Wordmark } from '../../ui/mark'
import { keyNames } from '../../ui/shortcuts'
import { ThemeSwitch } from '../../ui/theme-switch'
import { groupChats } from './chat-list'
import { ChatRow } from './chat-row'
import { useChats } from './chats-provider'

interface SidebarProps {
  person: Person
  openChatId: string | null
  onNewChat: () => void
  onSearch: () => void
  onGo: () => void
  onSignOut: () => void
  /** Present in the drawer on a phone. */
  onClose?: (() => void) | undefined
  /** Present where it stands beside the page. */
  onFold?: (() => void) | undefined
}

export function Sidebar({
  person,
  openChatId,
  onNewChat,
  onSearch,
  onGo,
  onSignOut,
  onClose,
  onFold,
}: SidebarProps) {
  const { list, loadMore, refresh } = useChats()
  const groups = useMemo(() => groupChats(list, ''), [list])

  return (
    <div className="flex h-full flex-col bg-sunk pt-[env(safe-area-inset-top)] pl-[env(safe-area-inset-left)]">
      <div className="flex h-16 shrink-0 items-center justify-between pr-3 pl-5">
        <Link href="/" onClick={onNewChat} aria-label="Holdfast, home" className="rounded-md">
          <Wordmark />
        </Link>
        {onFold && (
          <IconButton label="Hide the list of chats" onClick={onFold}>
            <MenuIcon />
          </IconButton>
        )}
        {onClose && (
          <IconButton label="Close the list" onClick={onClose}>
            <CloseIcon />
          </IconButton>
        )}
      </div>
      <div className="px-3">
        <Button
          look="outline"
          className="w-full justify-start! gap-2.5 px-3!"
          onClick={() => [onNewChat(), onGo()]}
        >
          <PlusIcon className="text-kelp" />
          New chat
        </Button>
        <button
          type="button"
          aria-keyshortcuts="Control+K Meta+K"
          onClick={onSearch}
          className="mt-2 flex h-10 w-full items-center gap-2.5 rounded-lg px-3 text-[0.9375rem] text-ink-soft hover:bg-raised hover:text-ink"
        >
          <SearchIcon className="text-ink-faint" />
          <span className="flex-1 text-left">Search</span>
          <kbd className="font-sans text-ink-faint text-xs pointer-coarse:hidden">
            {keyNames('Mod+K').join(' ')}
          </kbd>
        </button>
      </div>
      <nav aria-label="Places" className="mt-1 px-3">
        <Place href="/loops" icon={<LoopIcon />} onGo={onGo}>
          Loops
        </Place>
        <Place href="/memory" icon={<BookIcon />} onGo={onGo}>
          What I know about you
        </Place>
      </nav>
      <nav aria-label="Your chats" className="mt-2 min-h-0 flex-1 overflow-y-auto px-3 pb-6">
        {groups.map((group) => (
          <section key={group.label} aria-label={group.label} className="pt-4">
            <h2 className="px-3 pb-1.5 font-medium text-ink-faint text-xs">{group.label}</h2>
            {group.chats.map((chat) => (
              <ChatRow
                key={chat.id}
                chat={chat}
                isOpen={chat.id === openChatId}
                onGo={onGo}
                onRemoved={() => chat.id === openChatId && onNewChat()}
              />
            ))}
          </section>
        ))}
        <ListEnd
          isEmpty={groups.length === 0}
          onMore={loadMore}
          onRetry={list.chats.length > 0 ? loadMore : refresh}
        />
      </nav>
      <div className="flex items-center gap-1 border-line border-t px-3 pt-2 pb-[calc(0.5rem+env(safe-area-inset-bottom))]">
        <Link
          href="/settings"
          onClick={onGo}
          className="flex min-w-0 flex-1 items-center gap-2.5 rounded-lg px-2 py-2 text-[0.9375rem] text-ink-soft hover:bg-raised hover:text-ink"
        >
          <GearIcon className="shrink-0" />
          <span className="truncate">{person.name || person.email}</span>
          <span className="sr-only">, settings</span>
        </Link>
        <ThemeSwitch />
        <IconButton label="Sign out" onClick={onSignOut}>
          <OutIcon />
        </IconButton>
      </div>
    </div>
  )
}

interface PlaceProps {
  href: string
  icon: ReactNode
  onGo: () => void
  children: ReactNode
}

/** A page that is no chat. */
function Place({ href, icon, onGo, children }: PlaceProps) {
  const isOpen = usePath() === href
  return (
    <Link
      href={href}
      onClick={onGo}
      aria-current={isOpen ? 'page' : undefined}
      className={`flex items-center gap-2.5 rounded-lg px-3 py-2 text-[0.9375rem] pointer-coarse:py-2.5 ${
        isOpen
          ? 'bg-raised font-medium text-ink shadow-[inset_2px_0_0_var(--kelp)]'
          : 'text-ink-soft hover:bg-raised/70 hover:text-ink'
      }`}
    >
      <span className="shrink-0 text-ink-faint">{icon}</span>
      <span className="truncate">{children}</span>
    </Link>
  )
}

interface ListEndProps {
  isEmpty: boolean
  onMore: () => void
  onRetry: () => void
}

/** The foot of the list: asks for the next page when it comes into view, and says when there is nothing. */
function ListEnd({ isEmpty, onMore, onRetry }: ListEndProps) {
  const { list } = useChats()
  const mark = useRef<HTMLDivElement>(null)
  const mayLoad = list.status === 'ready' && !list.isComplete
  useEffect(() => {
    if (!mayLoad || !mark.current) return
    const observer = new IntersectionObserver((entries) => entries.some((e) => e.isIntersecting) && onMore())
    observer.observe(mark.current)
    return () => observer.disconnect()
  }, [mayLoad, onMore])

  return (
    <div ref={mark} className="px-3 py-4 text-ink-faint text-sm">
      {list.status === 'failed' && (
        <p>
          Your chats could not be loaded.{' '}
          <button type="button" className="text-kelp underline underline-offset-4" onClick={onRetry}>
            Load them again
          </button>
        </p>
      )}
      {isEmpty && list.status === 'ready' && <p>Your chats will be kept here.</p>}
      {list.status === 'loading' && list.chats.length === 0 && <p>Loading…</p>}
    </div>
  )
}
