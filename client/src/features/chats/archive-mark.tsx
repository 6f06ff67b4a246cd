import { useWords } from '../../language/words'
import { Button } from '../../ui/button'
import { ArchiveIcon } from '../../ui/icons'
import { chatWords } from './words'

/** At the head of a chat that was put away. Whoever says something in it has it back as well. */
export function ArchiveMark({ onRestore }: { onRestore: () => void }) {
  const says = useWords(chatWords)
  function restore() {
    onRestore()
    // The button goes, and with it the focus.
    document.getElementById('main')?.focus()
  }
  return (
    <div
      role="note"
      className="flex shrink-0 flex-wrap items-center justify-center gap-x-3 border-line border-b bg-sunk px-4 py-1.5 text-center text-ink-soft text-sm print:hidden"
    >
      <p className="flex items-center gap-2">
        <ArchiveIcon className="shrink-0 text-ink-faint" />
        {says.isArchived}
      </p>
      <Button look="quiet" className="min-h-8! px-2.5! text-sm! pointer-coarse:min-h-10!" onClick={restore}>
        {says.restore}
      </Button>
    </div>
  )
}
