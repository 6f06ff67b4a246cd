import { type ReactNode, useEffect, useRef, useState } from 'react'
import { memory } from '../../api/endpoints'
import { inOneLine } from '../../api/sentences'
import type { ForgetWish, Receipt } from '../../api/types'
import { useWords, wordsNow } from '../../language/words'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { Field } from '../../ui/field'
import { newId } from '../conversation/messages'
import { learnedInWords } from './counts'
import { memoryWords } from './words'

interface ForgetDialogProps {
  title: string
  wish: ForgetWish
  /** What has to be typed before; null: a press is enough. */
  word?: string | null
  children: ReactNode
  onClose: () => void
  onForgotten: (receipt: Receipt) => void
}

/** How much would go, before it goes. Nothing has happened until the red button is pressed. */
export function ForgetDialog({
  title,
  wish,
  word = null,
  children,
  onClose,
  onForgotten,
}: ForgetDialogProps) {
  const says = useWords(memoryWords)
  const counted = useCount(wish)
  const [typed, setTyped] = useState('')
  const [trouble, setTrouble] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  // Pressed twice, or again after the line was cut: it is done once.
  const receiptId = useRef(newId())
  const isHeld = isBusy || (word !== null && typed.trim() !== word)

  async function forget() {
    if (isHeld) return
    setBusy(true)
    setTrouble(null)
    try {
      onForgotten(await memory.forget(wish, receiptId.current))
    } catch (error) {
      setTrouble(inOneLine(error))
      setBusy(false)
    }
  }

  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{says.keep}</Button>
          <Button
            look="danger"
            aria-disabled={isHeld}
            className="aria-disabled:opacity-50"
            onClick={() => void forget()}
          >
            {isBusy ? says.forgetting : says.forget}
          </Button>
        </>
      }
    >
      {children}
      <p aria-live="polite" className="mt-3 font-medium text-ink">
        {counted}
      </p>
      {word !== null && (
        <Field
          className="mt-4"
          label={says.typeToConfirm(word)}
          value={typed}
          autoComplete="off"
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
      {trouble && (
        <p role="alert" className="mt-3 text-rust">
          {says.nothingForgotten(trouble)}
        </p>
      )}
    </Dialog>
  )
}

function useCount(wish: ForgetWish): string {
  const [told, setTold] = useState(() => wordsNow(memoryWords).counting)
  const key = JSON.stringify(wish)
  useEffect(() => {
    let isGone = false
    const tell = (text: string) => !isGone && setTold(text)
    memory.count(JSON.parse(key) as ForgetWish).then(
      (counts) => tell(inWords(counts)),
      (error: unknown) => tell(wordsNow(memoryWords).uncounted(inOneLine(error))),
    )
    return () => {
      isGone = true
    }
  }, [key])
  return told
}

/** Of everything the server counts by table; there its own names are told. */
function inWords(counts: Record<string, number>): string {
  const { facts = 0, loops = 0, turns = counts.episodes ?? 0 } = counts
  const told = learnedInWords({ facts, loops, turns })
  const says = wordsNow(memoryWords)
  return told ? says.takes(told) : says.takesNothing
}
