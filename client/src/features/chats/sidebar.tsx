import { type KeyboardEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import type { Person } from '../../api/types'
import { Link, navigate } from '../../router'
import { Button, IconButton } from '../../ui/button'
import { CloseIcon, GearIcon, OutIcon, PlusIcon, SearchIcon } from '../../ui/icons'
import { isComposing } from '../../ui/keys'
import { Wordmark } from '../../ui/mark'
import { ThemeSwitch } from '../../ui/theme-switch'
import { groupChats } from './chat-list'
import { ChatRow } from './chat-row'
import { useChats } from './chats-provider'

interface SidebarProps {
  person: Person
  openChatId: string | null
  searchRef: RefObject<HTMLInputElement | null>
  onNewChat: () => void
  onGo: () => void
  onSignOut: () => void
  /** Present in the drawer on a phone. */
  onClose?: (() => void) | undefined
}

const isMac = navigator.userAgent.includes('Mac')

export function Sidebar({
  person,
  openChatId,
  searchRef,
  onNewChat,
  onGo,
  onSignOut,
  onClose,
}: SidebarProps) {
  const { list, loadMore, refresh } = useChats()
  const [filter, setFilter] = useState('')
  const groups = useMemo(() => groupChats(list, filter), [list, filter])
  const firstMatch = groups[0]?.chats[0]

  function onSearchKey(event: KeyboardEvent) {
    if (isComposing(event.nativeEvent)) return
    if (event.key === 'Escape') setFilter('')
    if (event.key !== 'Enter') return
    if (filter.trim() && firstMatch) navigate(`/chat/${firstMatch.id}`)
    else onNewChat()
    setFilter('')
    onGo()
  }

  return (
    <div className="flex h-full flex-col bg-sunk pt-[env(safe-area-inset-top)] pl-[env(safe-area-inset-left)]">
      <div className="flex h-16 shrink-0 items-center justify-between pr-3 pl-5">
        <Link href="/" onClick={onNewChat} aria-label="Holdfast, home" className="rounded-md">
          <Wordmark />
        </Link>
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
        <div className="relative mt-2">
          <SearchIcon className="-translate-y-1/2 pointer-events-none absolute top-1/2 left-3 text-ink-faint" />
          <input
            ref={searchRef}
            type="search"
            aria-label="Search chats"
            aria-keyshortcuts="Control+K Meta+K"
            placeholder="Search chats"
            value={filter}
            onChange={(event) => setFilter(event.target.value)}
            onKeyDown={onSearchKey}
            className="h-10 w-full rounded-lg border border-transparent bg-transparent pr-14 pl-9.5 text-[0.9375rem] placeholder:text-ink-faint [&::-webkit-search-cancel-button]:hidden hover:border-line focus:border-line focus:bg-raised"
          />
          {!filter && (
            <kbd className="-translate-y-1/2 pointer-events-none absolute top-1/2 right-3 font-sans text-ink-faint text-xs pointer-coarse:hidden">
              {isMac ? '⌘ K' : 'Ctrl K'}
            </kbd>
          )}
        </div>
      </div>
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
          hasFilter={filter.trim() !== ''}
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

interface ListEndProps {
  isEmpty: boolean
  hasFilter: boolean
  onMore: () => void
  onRetry: () => void
}

/** The foot of the list: asks for the next page when it comes into view, and says when there is nothing. */
function ListEnd({ isEmpty, hasFilter, onMore, onRetry }: ListEndProps) {
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
      {isEmpty && list.status === 'ready' && (
        <p>{hasFilter ? 'No title matches.' : 'Your chats will be kept here.'}</p>
      )}
      {list.status === 'loading' && list.chats.length === 0 && <p>Loading…</p>}
    </div>
  )
}
