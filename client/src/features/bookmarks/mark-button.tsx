import { useState } from 'react'
import { useWords } from '../../language/words'
import { IconButton } from '../../ui/button'
import { RibbonIcon } from '../../ui/icons'
import { useMark } from './use-mark'
import { bookmarkWords } from './words'

interface MarkButtonProps {
  chatId: string
  messageId: string
  stored: boolean
}

/** Under an answer. What the server told of it stands until it is pressed here. */
export function MarkButton({ chatId, messageId, stored }: MarkButtonProps) {
  const says = useWords(bookmarkWords)
  const mark = useMark()
  const [mine, setMine] = useState<boolean | null>(null)
  const isMarked = mine ?? stored
  return (
    <IconButton
      label={isMarked ? says.unmark : says.mark}
      className={isMarked ? 'text-kelp!' : ''}
      onClick={() => void mark({ chatId, messageId }, !isMarked, setMine)}
    >
      <RibbonIcon {...(isMarked ? { fill: 'currentColor' } : {})} />
    </IconButton>
  )
}
