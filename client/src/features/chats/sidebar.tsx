import type { ReactNode } from 'react'
import type { Person } from '../../api/types'
import { useWords } from '../../language/words'
import { Link, usePath } from '../../router'
import { Button, IconButton } from '../../ui/button'
import { Face } from '../../ui/face'
import {
  BookIcon,
  CloseIcon,
  DocumentIcon,
  GearIcon,
  LoopIcon,
  MenuIcon,
  OutIcon,
  PencilIcon,
  PeopleIcon,
  PlusIcon,
  RibbonIcon,
  SearchIcon,
} from '../../ui/icons'
import { Wordmark } from '../../ui/mark'
import { keyNames } from '../../ui/shortcuts'
import { ThemeSwitch } from '../../ui/theme-switch'
import { NEW_CHAT } from '../conversation/drafts'
import { faceOfPerson } from '../conversation/faces'
import { useDrafted } from '../conversation/use-drafted'
import { SidebarList } from './sidebar-list'
import { chatWords } from './words'

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

export function Sidebar(props: SidebarProps) {
  const { person, openChatId, onNewChat, onSearch, onGo, onSignOut, onClose, onFold } = props
  const says = useWords(chatWords)
  // Where one writes it, one sees it.
  const isAtNew = usePath() === '/'
  const isNewDrafted = useDrafted().has(NEW_CHAT) && !isAtNew

  return (
    <div className="flex h-full flex-col bg-sunk pt-[env(safe-area-inset-top)] pl-[env(safe-area-inset-left)]">
      <div className="flex h-16 shrink-0 items-center justify-between pr-3 pl-5">
        <Link href="/" onClick={onNewChat} aria-label={says.home} className="rounded-md">
          <Wordmark />
        </Link>
        {onFold && (
          <IconButton label={says.hide} onClick={onFold}>
            <MenuIcon />
          </IconButton>
        )}
        {onClose && (
          <IconButton label={says.close} onClick={onClose}>
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
          <span className="flex-1 text-left">{says.new}</span>
          {isNewDrafted && (
            <span className="flex items-center gap-1 font-normal text-ink-faint text-xs">
              <PencilIcon className="text-kelp" /> {says.draft}
            </span>
          )}
        </Button>
        <button
          type="button"
          aria-keyshortcuts="Control+K Meta+K"
          onClick={onSearch}
          className="mt-2 flex h-10 w-full items-center gap-2.5 rounded-lg px-3 text-[0.9375rem] text-ink-soft hover:bg-raised hover:text-ink"
        >
          <SearchIcon className="text-ink-faint" />
          <span className="flex-1 text-left">{says.search}</span>
          <kbd className="font-sans text-ink-faint text-xs pointer-coarse:hidden">
            {keyNames('Mod+K').join(' ')}
          </kbd>
        </button>
      </div>
      <nav aria-label={says.places} className="mt-1 px-3">
        <Place href="/loops" icon={<LoopIcon />} onGo={onGo}>
          {says.pages.loops}
        </Place>
        <Place href="/memory" icon={<BookIcon />} onGo={onGo}>
          {says.pages.memory}
        </Place>
        <Place href="/documents" icon={<DocumentIcon />} onGo={onGo}>
          {says.pages.documents}
        </Place>
        <Place href="/personas" icon={<PeopleIcon />} onGo={onGo}>
          {says.pages.personas}
        </Place>
        <Place href="/bookmarks" icon={<RibbonIcon />} onGo={onGo}>
          {says.pages.bookmarks}
        </Place>
      </nav>
      <SidebarList personId={person.id} openChatId={openChatId} onGo={onGo} />
      <div className="flex items-center gap-1 border-line border-t px-3 pt-2 pb-[calc(0.5rem+env(safe-area-inset-bottom))]">
        <Link
          href="/settings"
          onClick={onGo}
          className="flex min-w-0 flex-1 items-center gap-2.5 rounded-lg px-2 py-2 text-[0.9375rem] text-ink-soft hover:bg-raised hover:text-ink"
        >
          <Face of={faceOfPerson(person)} size={1.75} />
          <span className="min-w-0 flex-1 truncate">{person.name || person.email}</span>
          <GearIcon className="shrink-0 text-ink-faint" />
          <span className="sr-only">{says.settings}</span>
        </Link>
        <ThemeSwitch />
        <IconButton label={says.signOut} onClick={onSignOut}>
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
  const path = usePath()
  const isOpen = path === href || path.startsWith(`${href}/`)
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
