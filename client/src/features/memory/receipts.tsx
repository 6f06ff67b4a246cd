import { memory } from '../../api/endpoints'
import type { Receipt } from '../../api/types'
import { usePages } from '../../api/use-pages'
import { useWords } from '../../language/words'
import { Button } from '../../ui/button'
import { moment } from '../../ui/dates'
import { More } from '../../ui/more'
import { learnedInWords } from './counts'
import { Part } from './forget-part'
import { useFollowing } from './use-refresh'
import { memoryWords } from './words'

/** What was forgotten so far. A receipt outlives what it speaks of, and holds no word of it. */
export function Receipts({ onOpen }: { onOpen: (receipt: Receipt) => void }) {
  const says = useWords(memoryWords).receipt
  const kinds: Readonly<Record<string, string>> = says.kinds
  const pages = useFollowing(
    usePages('/memory/receipts', async (cursor) => {
      const page = await memory.receipts(cursor)
      return { items: page.receipts, nextCursor: page.nextCursor }
    }),
  )
  return (
    <Part title={says.list} says={says.listLead}>
      {pages.items?.length === 0 && <p className="text-ink-faint">{says.none}</p>}
      <ul>
        {pages.items?.map((receipt) => (
          <li
            key={receipt.id}
            data-testid="receipt"
            className="flex flex-wrap items-center gap-x-4 gap-y-1 border-line border-b py-3"
          >
            <div className="min-w-0 flex-1 basis-56">
              <p className="font-medium">{kinds[receipt.kind] ?? receipt.kind}</p>
              <p className="text-ink-faint text-sm">
                {moment(receipt.madeAt)}
                {' · '}
                {learnedInWords(receipt.counts) ?? says.nothingLeft}
              </p>
            </div>
            <Button onClick={() => onOpen(receipt)}>{says.open}</Button>
          </li>
        ))}
      </ul>
      <More pages={pages} label={says.older} />
    </Part>
  )
}
