/** The answers one has marked, the newest mark first; each leads back to where it stands. */
import { useEffect, useRef, useState } from 'react'
import { chats as api } from '../../api/endpoints'
import type { Bookmark } from '../../api/types'
import { usePages } from '../../api/use-pages'
import { useWords } from '../../language/words'
import { Link } from '../../router'
import { IconButton } from '../../ui/button'
import { day } from '../../ui/dates'
import { RibbonIcon } from '../../ui/icons'
import { More } from '../../ui/more'
import { chatWords } from '../chats/words'
import { useMark } from './use-mark'
import { bookmarkWords } from './words'

export default function BookmarksPage() {
  const says = useWords(bookmarkWords)
  const mark = useMark()
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set())
  const heading = useRef<HTMLHeadingElement>(null)
  const pages = usePages('bookmarks', async (cursor) => {
    const page = await api.bookmarks(cursor)
    return { items: page.bookmarks, nextCursor: page.nextCursor }
  })
  const { again } = pages
  // Whatever was marked since one looked here last.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is opened
  useEffect(() => {
    void again()
  }, [])
  const shown = pages.items?.filter((one) => !gone.has(one.messageId))

  function unmark(one: Bookmark) {
    // The line leaves with the key that was pressed.
    heading.current?.focus()
    void mark(one, false, (isMarked) =>
      setGone((now) => {
        const next = new Set(now)
        if (isMarked) next.delete(one.messageId)
        else next.add(one.messageId)
        return next
      }),
    )
  }
  return (
    <div className="mx-auto w-full max-w-3xl px-5 pt-6 pb-24 sm:px-8 sm:pt-10">
      <h1
        ref={heading}
        tabIndex={-1}
        className="font-semibold font-serif text-3xl tracking-[-0.015em] outline-none"
      >
        {says.title}
      </h1>
      <p className="mt-2 text-pretty text-ink-soft">{says.lead}</p>
      {shown?.length === 0 && pages.isComplete && (
        <div className="mt-10 rounded-2xl border border-line bg-raised px-6 py-10 text-center">
          <p className="font-medium">{says.nothing}</p>
          <p className="mt-1 text-pretty text-ink-faint">{says.nothingLead}</p>
        </div>
      )}
      {shown && shown.length > 0 && (
        <ul aria-label={says.title} className="mt-6 flex flex-col gap-3">
          {shown.map((one) => (
            <Row key={one.messageId} bookmark={one} onUnmark={() => unmark(one)} />
          ))}
        </ul>
      )}
      <div className="mt-4">
        <More pages={pages} label={says.more} />
      </div>
    </div>
  )
}

function Row({ bookmark, onUnmark }: { bookmark: Bookmark; onUnmark: () => void }) {
  const says = useWords(bookmarkWords)
  const { untitled } = useWords(chatWords)
  const title = bookmark.chatTitle || untitled
  return (
    <li className="flex items-start gap-2 rounded-xl border border-line bg-raised py-3 pr-2 pl-4">
      <div className="min-w-0 flex-1">
        <p className="line-clamp-4 whitespace-pre-line font-serif text-[1.0625rem] leading-relaxed [unicode-bidi:plaintext]">
          {bookmark.text}
        </p>
        <p className="mt-2 flex flex-wrap items-baseline gap-x-3 text-ink-faint text-sm">
          <span className="min-w-0 truncate" title={title}>
            {title}
          </span>
          <span>{says.from(day(bookmark.saidAt))}</span>
          <Link
            href={`/chat/${bookmark.chatId}?message=${bookmark.messageId}`}
            aria-label={says.openIn(title)}
            className="rounded-sm text-kelp underline underline-offset-4"
          >
            {says.open}
          </Link>
        </p>
      </div>
      <IconButton label={says.unmarkIn(title)} className="text-kelp!" onClick={onUnmark}>
        <RibbonIcon fill="currentColor" />
      </IconButton>
    </li>
  )
}
