import { IconButton } from '../../ui/button'
import { LeftIcon, RightIcon } from '../../ui/icons'

interface SiblingsProps {
  id: string
  siblings: string[] | undefined
  isLocked: boolean
  onChoose: (id: string) => void
}

/** ‹ 1/2 › where a question was asked, or answered, more than once. */
export function Siblings({ id, siblings, isLocked, onChoose }: SiblingsProps) {
  if (!siblings || siblings.length < 2) return null
  const at = siblings.indexOf(id)
  const before = siblings[at - 1]
  const after = siblings[at + 1]
  return (
    <fieldset className="inline-flex items-center text-ink-faint text-sm tabular-nums">
      <legend className="sr-only">Versions</legend>
      <IconButton
        label="Previous version"
        disabled={!before || isLocked}
        onClick={() => before && onChoose(before)}
      >
        <LeftIcon />
      </IconButton>
      <span>
        {at + 1}/{siblings.length}
      </span>
      <IconButton label="Next version" disabled={!after || isLocked} onClick={() => after && onChoose(after)}>
        <RightIcon />
      </IconButton>
    </fieldset>
  )
}
