import { admin, adminPaths } from '../../api/admin'
import { usePages } from '../../api/use-pages'
import { useWords } from '../../language/words'
import { moment } from '../../ui/dates'
import { More } from '../../ui/more'
import { deedSentence } from './deed-sentences'
import { adminWords } from './words'

export function Deeds() {
  const says = useWords(adminWords).history
  const pages = usePages(adminPaths.events, async (cursor) => {
    const page = await admin.events(cursor)
    return { items: page.events, nextCursor: page.nextCursor }
  })
  return (
    <>
      {pages.items?.length === 0 && <p className="text-ink-soft">{says.none}</p>}
      <ol aria-label={says.list} className="divide-y divide-line">
        {pages.items?.map((event) => (
          <li key={event.id} className="flex flex-wrap items-baseline gap-x-4 py-2.5 text-[0.9375rem]">
            <span className="min-w-0 flex-1 basis-64">{deedSentence(event)}</span>
            <time dateTime={event.at} className="text-ink-faint text-sm tabular-nums">
              {moment(event.at)}
            </time>
          </li>
        ))}
      </ol>
      <More pages={pages} label={says.earlier} />
    </>
  )
}
