import { memory } from '../../api/endpoints'
import type { Receipt } from '../../api/types'
import { usePages } from '../../api/use-pages'
import { Button } from '../../ui/button'
import { moment } from '../../ui/dates'
import { More } from '../../ui/more'
import { learnedInWords } from './counts'
import { Part } from './forget-part'
import { useFollowing } from './use-refresh'

const KINDS: Record<string, string> = {
  facts: 'Facts',
  sessions: 'A chat',
  messages: 'What was learned from a message',
  period: 'A time',
  query: 'A topic',
  everything: 'Everything',
}

/** What was forgotten so far. A receipt outlives what it speaks of, and holds no word of it. */
export function Receipts({ onOpen }: { onOpen: (receipt: Receipt) => void }) {
  const pages = useFollowing(
    usePages('/memory/receipts', async (cursor) => {
      const page = await memory.receipts(cursor)
      return { items: page.receipts, nextCursor: page.nextCursor }
    }),
  )
  return (
    <Part title="Receipts" says="What you had me forget: signed, and with no word of it.">
      {pages.items?.length === 0 && <p className="text-ink-faint">Nothing was forgotten so far.</p>}
      <ul>
        {pages.items?.map((receipt) => (
          <li
            key={receipt.id}
            data-testid="receipt"
            className="flex flex-wrap items-center gap-x-4 gap-y-1 border-line border-b py-3"
          >
            <div className="min-w-0 flex-1 basis-56">
              <p className="font-medium">{KINDS[receipt.kind] ?? receipt.kind}</p>
              <p className="text-ink-faint text-sm">
                {moment(receipt.madeAt)}
                {' · '}
                {learnedInWords(receipt.counts) ?? 'nothing was left of it'}
              </p>
            </div>
            <Button look="quiet" onClick={() => onOpen(receipt)}>
              Open
            </Button>
          </li>
        ))}
      </ul>
      <More pages={pages} label="Show older receipts" />
    </Part>
  )
}
