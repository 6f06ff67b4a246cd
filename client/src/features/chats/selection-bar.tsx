import { useWords } from '../../language/words'
import { Button, IconButton } from '../../ui/button'
import { ArchiveIcon, FolderIcon, TrashIcon } from '../../ui/icons'
import { chatWords } from './words'

interface SelectionBarProps {
  count: number
  onAll: () => void
  onArchive: () => void
  onMove: () => void
  onDelete: () => void
  onDone: () => void
}

/** At the foot of the list while several are being chosen. */
export function SelectionBar({ count, onAll, onArchive, onMove, onDelete, onDone }: SelectionBarProps) {
  const says = useWords(chatWords)
  const isNone = count === 0
  return (
    <div role="toolbar" aria-label={says.selectedTools} className="border-line border-t bg-raised px-3 py-2">
      <div className="flex items-center gap-1">
        <p aria-live="polite" className="min-w-0 flex-1 truncate pl-1 text-[0.9375rem]">
          {says.selected(count)}
        </p>
        <IconButton label={says.putAway} disabled={isNone} onClick={onArchive}>
          <ArchiveIcon />
        </IconButton>
        <IconButton label={says.moveSelected} disabled={isNone} onClick={onMove}>
          <FolderIcon />
        </IconButton>
        <IconButton label={says.remove} disabled={isNone} onClick={onDelete}>
          <TrashIcon />
        </IconButton>
      </div>
      <div className="mt-1 flex gap-1">
        <Button look="quiet" className="min-h-9! flex-1 px-2!" onClick={onAll}>
          {says.all}
        </Button>
        <Button look="quiet" className="min-h-9! flex-1 px-2!" onClick={onDone}>
          {says.done}
        </Button>
      </div>
      <p className="sr-only">{says.selectedHelp}</p>
    </div>
  )
}
