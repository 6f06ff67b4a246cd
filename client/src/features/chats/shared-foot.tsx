import { useWords } from '../../language/words'
import { Button } from '../../ui/button'
import { moment } from '../../ui/dates'
import { useContinue } from './use-continue'
import { chatWords } from './words'

interface SharedFootProps {
  chatId: string
  author: string
  /** Null where it is shared live. */
  snapshotAt: string | null
}

/** Where one would write, in a chat that somebody else shares. */
export function SharedFoot({ chatId, author, snapshotAt }: SharedFootProps) {
  const says = useWords(chatWords)
  const { goOn, isBusy } = useContinue(chatId)
  return (
    <div className="flex flex-wrap items-center justify-center gap-x-5 gap-y-2 border-line border-t px-6 py-3 pb-[calc(0.75rem+env(safe-area-inset-bottom))] text-center text-ink-soft text-sm print:hidden">
      <p>{snapshotAt ? says.sharedSnapshot(author, moment(snapshotAt)) : says.sharedBy(author)}</p>
      <Button look="solid" disabled={isBusy} onClick={() => void goOn()}>
        {says.goOnOwn}
      </Button>
    </div>
  )
}
