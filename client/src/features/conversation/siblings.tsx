import { useState } from 'react'
import { useWords } from '../../language/words'
import { IconButton } from '../../ui/button'
import { LeftIcon, RightIcon } from '../../ui/icons'
import { conversationWords } from './words'

interface SiblingsProps {
  id: string
  siblings: string[] | undefined
  isLocked: boolean
  onChoose: (id: string) => Promise<void>
}

/** ‹ 1/2 › where a question was asked, or answered, more than once. The number changes with the press. */
export function Siblings({ id, siblings, isLocked, onChoose }: SiblingsProps) {
  const says = useWords(conversationWords)
  const [chosen, setChosen] = useState(id)
  if (!siblings || siblings.length < 2) return null
  const at = siblings.indexOf(siblings.includes(chosen) ? chosen : id)
  const before = siblings[at - 1]
  const after = siblings[at + 1]
  const choose = async (one: string | undefined) => {
    if (!one) return
    setChosen(one)
    await onChoose(one)
    // Where it did not come to that, this row is still here.
    setChosen(id)
  }
  return (
    <fieldset
      aria-busy={chosen !== id || undefined}
      className="inline-flex items-center text-ink-faint text-sm tabular-nums"
    >
      <legend className="sr-only">{says.versions}</legend>
      <IconButton
        label={says.previousVersion}
        disabled={!before || isLocked}
        onClick={() => void choose(before)}
      >
        <LeftIcon />
      </IconButton>
      <span>
        {at + 1}/{siblings.length}
      </span>
      <IconButton label={says.nextVersion} disabled={!after || isLocked} onClick={() => void choose(after)}>
        <RightIcon />
      </IconButton>
    </fieldset>
  )
}
