/** The archive, and what one shares: chats that are not looked for in the list, each with what can be done about it. */
import { type ReactNode, useEffect, useRef, useState } from 'react'
import useSWR from 'swr'
import { about, chats as api, paths } from '../../api/endpoints'
import type { ChatSummary } from '../../api/types'
import { usePages } from '../../api/use-pages'
import { useWords } from '../../language/words'
import { Link } from '../../router'
import { Button } from '../../ui/button'
import { copyText } from '../../ui/copy'
import { moment } from '../../ui/dates'
import { Face } from '../../ui/face'
import { More } from '../../ui/more'
import { useToasts } from '../../ui/toast'
import { faceOfPersona } from '../conversation/faces'
import { useChats } from './chats-provider'
import { extended, NOTHING, type Selection, toggled, within } from './selection'
import { useStops } from './use-stops'
import { chatDialogWords, chatWords } from './words'

export default function ShelfPage({ shelf }: { shelf: 'archived' | 'shared' }) {
  const words = useWords(chatDialogWords)
  const says = words.shelf
  const isArchive = shelf === 'archived'
  const { list, moved } = useChats()
  const pages = usePages(`chats: ${shelf}`, async (cursor) => {
    const page = await api.shelf(shelf, cursor)
    return { items: page.chats, nextCursor: page.nextCursor }
  })
  const { again } = pages
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever chats were put elsewhere
  useEffect(() => {
    void again()
  }, [moved])
  const chats = pages.items?.filter((chat) => !list.hidden.has(chat.id))
  const heading = useRef<HTMLHeadingElement>(null)
  const count = chats?.length ?? 0
  const before = useRef(0)
  // The last row leaves with the key that was pressed.
  useEffect(() => {
    if (count < before.current && document.activeElement === document.body) heading.current?.focus()
    before.current = count
  }, [count])

  return (
    <div className="mx-auto w-full max-w-3xl px-5 pt-6 pb-24 sm:px-8 sm:pt-10">
      <h1
        ref={heading}
        tabIndex={-1}
        className="font-semibold font-serif text-3xl tracking-[-0.015em] outline-none"
      >
        {isArchive ? says.archive : says.shared}
      </h1>
      <p className="mt-2 text-pretty text-ink-soft">{isArchive ? says.archiveLead : says.sharedLead}</p>
      {chats?.length === 0 && pages.isComplete && (
        <div className="mt-10 rounded-2xl border border-line bg-raised px-6 py-10 text-center">
          <p className="font-medium">{isArchive ? says.archiveEmpty : says.sharedEmpty}</p>
          <p className="mt-1 text-pretty text-ink-faint">
            {isArchive ? says.archiveEmptyLead : says.sharedEmptyLead}
          </p>
        </div>
      )}
      {chats && chats.length > 0 && (isArchive ? <Archive chats={chats} /> : <Shared chats={chats} />)}
      <More pages={pages} label={says.showMore} />
    </div>
  )
}

function Archive({ chats }: { chats: ChatSummary[] }) {
  const words = useWords(chatDialogWords)
  const says = useWords(chatWords)
  const { order, ask } = useChats()
  const [selection, setSelection] = useState<Selection>(NOTHING)
  const ids = chats.map((chat) => chat.id)
  const picked = within(selection, ids)
  const pickedChats = chats.filter((chat) => picked.includes(chat.id))
  const { ref, ...stops } = useStops<HTMLUListElement>(ids.join(), (stop) => {
    const id = stop.closest<HTMLElement>('[data-chat]')?.dataset.chat
    if (id) setSelection(extended(selection, id, ids))
  })
  return (
    <>
      <div
        role="toolbar"
        aria-label={says.selectedTools}
        className="sticky top-0 z-10 mt-6 flex min-h-12 flex-wrap items-center gap-1 bg-paper py-1"
      >
        <p aria-live="polite" className="min-w-0 flex-1 text-ink-soft text-[0.9375rem]">
          {says.selected(picked.length)}
        </p>
        <Button
          look="quiet"
          disabled={picked.length === 0}
          onClick={() => [setSelection(NOTHING), void order(pickedChats, { isArchived: false })]}
        >
          {words.shelf.restore}
        </Button>
        <Button
          look="quiet"
          disabled={picked.length === 0}
          onClick={() => [setSelection(NOTHING), ask({ kind: 'delete', chats: pickedChats })]}
        >
          {says.remove}
        </Button>
      </div>
      <ul
        ref={ref}
        {...stops}
        aria-label={words.shelf.archive}
        className="divide-y divide-line border-line border-y outline-none"
      >
        {chats.map((chat) => (
          <li key={chat.id} data-row data-chat={chat.id} className="flex items-center gap-3 py-2.5">
            {/* biome-ignore lint/a11y/useKeyWithClickEvents: by keys, Shift and an arrow do the same */}
            <label
              onClick={(event) =>
                event.shiftKey && [event.preventDefault(), setSelection(extended(selection, chat.id, ids))]
              }
              className="grid size-9 shrink-0 cursor-pointer place-items-center rounded-lg hover:bg-sunk"
            >
              <input
                type="checkbox"
                data-stop
                checked={selection.ids.has(chat.id)}
                aria-label={says.selectTitle(chat.title)}
                onChange={() => setSelection(toggled(selection, chat.id))}
                className="size-4 accent-(--kelp)"
              />
            </label>
            <Told chat={chat}>{words.shelf.used(moment(chat.updatedAt))}</Told>
            <Button
              aria-label={words.shelf.restoreTitle(chat.title)}
              onClick={() => void order([chat], { isArchived: false })}
            >
              {words.shelf.restore}
            </Button>
          </li>
        ))}
      </ul>
    </>
  )
}

function Shared({ chats }: { chats: ChatSummary[] }) {
  const words = useWords(chatDialogWords)
  const { share } = useChats()
  const { show } = useToasts()
  const { ref, ...stops } = useStops<HTMLUListElement>(chats.map((chat) => chat.id).join())
  return (
    <ul
      ref={ref}
      {...stops}
      aria-label={words.shelf.shared}
      className="mt-6 divide-y divide-line border-line border-y outline-none"
    >
      {chats.map((chat) => (
        <li key={chat.id} data-row className="flex flex-wrap items-center gap-3 py-2.5">
          <Told chat={chat}>
            {chat.visibility === 'snapshot'
              ? words.share.isSnapshot(moment(chat.sharedAt ?? chat.updatedAt))
              : chat.sharedAt
                ? words.share.isLive(moment(chat.sharedAt))
                : words.share.live}
          </Told>
          <Button
            data-stop
            aria-label={words.shelf.copyTitle(chat.title)}
            onClick={() =>
              void copyText(`${location.origin}/chat/${chat.id}`).then(
                (isCopied) => isCopied && show(words.share.saidCopied),
              )
            }
          >
            {words.share.copy}
          </Button>
          <Button
            aria-label={words.shelf.stopTitle(chat.title)}
            onClick={async () => {
              if (await share(chat, 'private')) show(words.share.saidStopped)
            }}
          >
            {words.share.stop}
          </Button>
        </li>
      ))}
    </ul>
  )
}

function Told({ chat, children }: { chat: ChatSummary; children: ReactNode }) {
  const { nameOf } = useChats()
  const { data: personas = [] } = useSWR(paths.personas, about.personas)
  const persona = personas.find((one) => one.id === chat.personaId) ?? null
  return (
    <>
      <Face of={faceOfPersona(persona)} size={2} />
      <div className="min-w-0 flex-1 basis-48">
        <Link
          href={`/chat/${chat.id}`}
          title={nameOf(chat)}
          className="block truncate rounded-sm font-medium hover:underline"
        >
          {nameOf(chat)}
        </Link>
        <p className="truncate text-ink-faint text-sm">{children}</p>
      </div>
    </>
  )
}
