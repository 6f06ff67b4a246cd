/** The answers that were told of a document, each a way back to where it stands. */
import { useEffect } from 'react'
import { documents } from '../../api/endpoints'
import type { DocumentUse } from '../../api/types'
import { usePages } from '../../api/use-pages'
import { useWords } from '../../language/words'
import { Link } from '../../router'
import { moment } from '../../ui/dates'
import { More } from '../../ui/more'
import { chatWords } from '../chats/words'
import { messageAddress } from '../conversation/sought'
import { libraryWords } from './words'

export function WhereUsed({ documentId }: { documentId: string }) {
  const words = useWords(libraryWords)
  const says = words.used
  const pages = usePages(`document-usage ${documentId}`, async (cursor) => {
    const { items, next } = await documents.uses(documentId, cursor)
    return { items, nextCursor: next }
  })
  const { again } = pages
  // Whatever was answered since one looked here last.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is opened
  useEffect(() => {
    void again()
  }, [])
  return (
    <section aria-labelledby="document-usage">
      <h2 id="document-usage" className="font-semibold text-sm">
        {says.title}
      </h2>
      {pages.items?.length === 0 && <p className="mt-2 text-pretty text-ink-faint text-sm">{says.none}</p>}
      <ul className="mt-2 divide-y divide-line border-line border-y empty:hidden">
        {pages.items?.map((one) => (
          <Use key={one.messageId} use={one} />
        ))}
      </ul>
      <More pages={pages} label={words.showMore} />
    </section>
  )
}

function Use({ use: { chatId, chatTitle, messageId, at, cited } }: { use: DocumentUse }) {
  const says = useWords(libraryWords).used
  const { untitled } = useWords(chatWords)
  const title = chatTitle || untitled
  return (
    <li className="py-1.5 text-sm">
      <Link
        href={messageAddress(chatId, messageId)}
        title={title}
        aria-label={says.openIn(title, moment(at))}
        className="block truncate rounded-sm font-medium hover:underline"
      >
        {title}
      </Link>
      <p className="text-ink-faint">
        {moment(at)} · {cited ? <span className="text-kelp">{says.cites}</span> : says.told}
      </p>
    </li>
  )
}
