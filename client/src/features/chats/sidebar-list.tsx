/** All chats in their places: companions, pinned ones, folders, then by the day they were last used. */
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import useSWR from 'swr'
import { about, paths } from '../../api/endpoints'
import type { ChatSummary } from '../../api/types'
import { useWords } from '../../language/words'
import { Link, navigate } from '../../router'
import { Face } from '../../ui/face'
import { ArchiveIcon, FolderIcon, LinkIcon, MoreIcon, SelectIcon } from '../../ui/icons'
import { Menu, MenuItem } from '../../ui/menu'
import { useEscape, useShortcut } from '../../ui/shortcuts'
import { faceOfPersona } from '../conversation/faces'
import { useDrafted } from '../conversation/use-drafted'
import { arrange } from './chat-list'
import { ChatRow } from './chat-row'
import { useChats } from './chats-provider'
import { FolderSection } from './folder-section'
import { useOpenFolders } from './open-folders'
import { allOf, extended, NOTHING, type Selection, toggled, within } from './selection'
import { SelectionBar } from './selection-bar'
import { useStops } from './use-stops'
import { chatWords } from './words'

interface SidebarListProps {
  personId: string
  openChatId: string | null
  onGo: () => void
}

export function SidebarList({ personId, openChatId, onGo }: SidebarListProps) {
  const says = useWords(chatWords)
  const { list, folders, companions = [], order, ask } = useChats()
  const { data: personas = [] } = useSWR(paths.personas, about.personas)
  const drafted = useDrafted()
  const shelves = useOpenFolders(personId)
  const [chosen, setChosen] = useState<Selection | null>(null)

  const apart = useMemo(
    () => new Set(companions.flatMap((one) => (one.chat ? [one.chat.id] : []))),
    [companions],
  )
  const arranged = useMemo(() => arrange(list, folders, apart), [list, folders, apart])
  const isEmpty = arranged.pinned.length + arranged.folders.length + arranged.days.length === 0
  const shown = [
    ...arranged.pinned,
    ...arranged.folders.flatMap((folder) => (shelves.isOpen(folder.name) ? folder.chats : [])),
    ...arranged.days.flatMap((group) => group.chats),
  ]
  const ids = shown.map((chat) => chat.id)

  const { ref, ...stops } = useStops<HTMLElement>(`${chosen === null} ${ids.join()}`, (stop) => {
    const id = stop.closest<HTMLElement>('[data-chat]')?.dataset.chat
    if (id) setChosen((now) => now && extended(now, id, ids))
  })

  /** The row that was chosen from is another element now; the focus goes with it. */
  const focusAfter = useRef<string | null>(null)
  const isChoosing = chosen !== null
  // biome-ignore lint/correctness/useExhaustiveDependencies: when choosing begins and ends
  useEffect(() => {
    const id = focusAfter.current
    focusAfter.current = null
    const stop = (row: string) => ref.current?.querySelector<HTMLElement>(`${row} [data-stop]`)
    const same = id ? stop(`[data-chat="${CSS.escape(id)}"]`) : null
    ;(same ?? (isChoosing ? stop('[data-chat]') : null))?.focus()
  }, [isChoosing])

  function begin(selection: Selection) {
    focusAfter.current = selection.anchor
    setChosen(selection)
  }
  function end() {
    const row = document.activeElement?.closest<HTMLElement>('[data-chat]')
    focusAfter.current = row?.dataset.chat ?? chosen?.anchor ?? ids[0] ?? null
    setChosen(null)
  }
  useEscape('field', isChoosing ? end : null, ref)
  useShortcut(
    isChoosing
      ? { keys: 'Mod+A', layer: 'field', within: ref, run: () => setChosen(allOf(chosen, ids)) }
      : null,
  )

  const picked = chosen ? within(chosen, ids) : []
  const pickedChats = shown.filter((chat) => picked.includes(chat.id))
  const act = (run: (chats: ChatSummary[]) => unknown) => () => [end(), void run(pickedChats)]

  const personaOf = (chat: ChatSummary) =>
    personas.find((one) => one.id === chat.personaId) ?? { id: chat.personaId, name: chat.personaId }
  const row = (chat: ChatSummary) => (
    <ChatRow
      key={chat.id}
      chat={chat}
      face={faceOfPersona(personaOf(chat))}
      isOpen={chat.id === openChatId}
      isDrafted={chat.id !== openChatId && drafted.has(chat.id)}
      onGo={onGo}
      onSelect={() => begin(toggled(NOTHING, chat.id))}
      choice={
        chosen && {
          isChosen: chosen.ids.has(chat.id),
          onToggle: (isRange) =>
            setChosen(isRange ? extended(chosen, chat.id, ids) : toggled(chosen, chat.id)),
        }
      }
    />
  )

  return (
    <>
      <nav
        ref={ref}
        {...stops}
        aria-label={says.list}
        className="mt-2 min-h-0 flex-1 overflow-y-auto px-3 pb-6 outline-none"
      >
        {!isChoosing && companions.length > 0 && (
          <section aria-label={says.companions} className="pb-1">
            {companions.map(({ persona, chat }) =>
              chat && !list.hidden.has(chat.id) ? (
                <ChatRow
                  key={persona.id}
                  chat={{ ...chat, ...list.chats.find((one) => one.id === chat.id) }}
                  companion={persona.name}
                  face={faceOfPersona(persona)}
                  isOpen={chat.id === openChatId}
                  isDrafted={chat.id !== openChatId && drafted.has(chat.id)}
                  onGo={onGo}
                  onSelect={() => {}}
                  choice={null}
                />
              ) : (
                <Link
                  key={persona.id}
                  href={`/?persona=${encodeURIComponent(persona.id)}`}
                  data-stop
                  onClick={onGo}
                  title={persona.description}
                  className="flex items-center gap-2.5 rounded-lg px-3 py-1.5 text-[0.9375rem] hover:bg-raised/70 pointer-coarse:py-2.5"
                >
                  <Face of={faceOfPersona(persona)} size={1.75} />
                  <span className="min-w-0 flex-1 truncate font-medium">{persona.name}</span>
                </Link>
              ),
            )}
          </section>
        )}
        <div className="flex items-center justify-between pt-2">
          <Heading>{says.list}</Heading>
          <Menu
            label={says.listOptions}
            trigger={<MoreIcon />}
            triggerClass="inline-flex size-8 items-center justify-center rounded-md text-ink-faint hover:bg-line hover:text-ink pointer-coarse:size-10"
          >
            {(close) => (
              <>
                {ids.length > 0 && (
                  <MenuItem icon={<SelectIcon />} onSelect={() => [close(), begin(NOTHING)]}>
                    {says.select}
                  </MenuItem>
                )}
                <MenuItem icon={<FolderIcon />} onSelect={() => [close(), ask({ kind: 'make-folder' })]}>
                  {says.newFolder}
                </MenuItem>
                <MenuItem icon={<ArchiveIcon />} onSelect={() => [close(), onGo(), navigate('/archive')]}>
                  {says.pages.archive}
                </MenuItem>
                <MenuItem icon={<LinkIcon />} onSelect={() => [close(), onGo(), navigate('/shared')]}>
                  {says.pages.shared}
                </MenuItem>
              </>
            )}
          </Menu>
        </div>
        {arranged.pinned.length > 0 && <Group label={says.pinned}>{arranged.pinned.map(row)}</Group>}
        {arranged.folders.length > 0 && (
          <Group label={says.folders}>
            {arranged.folders.map((folder) => (
              <FolderSection
                key={folder.name}
                name={folder.name}
                count={folder.count}
                isOpen={shelves.isOpen(folder.name)}
                isEmpty={folder.chats.length === 0}
                onToggle={() => shelves.toggle(folder.name)}
              >
                {folder.chats.map(row)}
              </FolderSection>
            ))}
          </Group>
        )}
        {arranged.days.map((group) => (
          <Group key={group.day} label={says.days[group.day]}>
            {group.chats.map(row)}
          </Group>
        ))}
        <ListEnd isEmpty={isEmpty} />
      </nav>
      {chosen && (
        <SelectionBar
          count={picked.length}
          onAll={() => setChosen(allOf(chosen, ids))}
          onArchive={act((chats) => order(chats, { isArchived: true }))}
          onMove={act((chats) => ask({ kind: 'move', chats }))}
          onDelete={act((chats) => ask({ kind: 'delete', chats }))}
          onDone={end}
        />
      )}
    </>
  )
}

function Group({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section aria-label={label} className="pt-3">
      <Heading>{label}</Heading>
      {children}
    </section>
  )
}

function Heading({ children }: { children: ReactNode }) {
  return <h2 className="px-3 pb-1 font-medium text-ink-faint text-xs">{children}</h2>
}

/** The foot of the list: asks for the next page when it comes into view, and says when there is nothing. */
function ListEnd({ isEmpty }: { isEmpty: boolean }) {
  const says = useWords(chatWords)
  const { list, loadMore, refresh } = useChats()
  const mark = useRef<HTMLDivElement>(null)
  const mayLoad = list.status === 'ready' && !list.isComplete
  useEffect(() => {
    if (!mayLoad || !mark.current) return
    const observer = new IntersectionObserver((seen) => seen.some((one) => one.isIntersecting) && loadMore())
    observer.observe(mark.current)
    return () => observer.disconnect()
  }, [mayLoad, loadMore])

  return (
    <div ref={mark} className="px-3 py-4 text-ink-faint text-sm">
      {list.status === 'failed' && (
        <p>
          {says.wrong}{' '}
          <button
            type="button"
            className="text-kelp underline underline-offset-4"
            onClick={list.chats.length > 0 ? loadMore : refresh}
          >
            {says.again}
          </button>
        </p>
      )}
      {isEmpty && list.status === 'ready' && (
        <>
          <p className="text-ink-soft">{says.empty}</p>
          <p className="mt-1 text-pretty">{says.emptyLead}</p>
        </>
      )}
      {list.status === 'loading' && list.chats.length === 0 && <p>{says.loading}</p>}
    </div>
  )
}
