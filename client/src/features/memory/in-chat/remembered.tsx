/** Under an answer, quietly: what was learned from the question, and the way to take it back. */

import { useEffect, useRef, useState } from 'react'
import { memory } from '../../../api/endpoints'
import { inOneLine } from '../../../api/sentences'
import type { Receipt } from '../../../api/types'
import { useWords } from '../../../language/words'
import { Link } from '../../../router'
import { uiWords } from '../../../ui/words'
import { newId } from '../../conversation/messages'
import { inSentence } from '../in-sentence'
import { ReceiptDialog } from '../receipt-dialog'
import { inChatWords } from './words'

/** Learning is a job that follows the answer. It is asked for a few times, less and less often, and then no more. */
export const ASKED_AFTER_MS = [1500, 2500, 3000, 4000, 6000, 10_000, 15_000, 20_000]

export function Remembered({ messageId }: { messageId: string }) {
  const says = useWords(inChatWords)
  const { undo: takeBack } = useWords(uiWords)
  const learned = useLearned(messageId)
  const [state, setState] = useState<'kept' | 'busy' | 'gone'>('kept')
  const [receipt, setReceipt] = useState<Receipt | null>(null)
  const [isOpen, setOpen] = useState(false)
  const [trouble, setTrouble] = useState<string | null>(null)
  const receiptId = useRef(newId())
  const button = useRef<HTMLButtonElement>(null)
  if (learned.length === 0) return null

  async function undo() {
    if (state !== 'kept') return
    setState('busy')
    setTrouble(null)
    try {
      setReceipt(await memory.forget({ messageIds: [messageId] }, receiptId.current))
      setState('gone')
    } catch (error) {
      setTrouble(inOneLine(error))
      setState('kept')
    }
  }

  const [first, ...others] = learned
  return (
    <div data-testid="remembered" className="mt-2 text-ink-faint text-sm">
      <p role="status" className="flex flex-wrap items-center gap-x-2">
        {state === 'gone' ? (
          says.notRemembered
        ) : (
          <span>
            {says.remembered}{' '}
            <Link href="/memory" className="text-ink-soft underline-offset-4 hover:underline">
              {first}
            </Link>
            {others.length > 0 && ` ${says.andMore(others.length)}`}
          </span>
        )}
        <span aria-hidden="true">·</span>
        {/* The same button, so that the focus stays where it is. */}
        <button
          ref={button}
          type="button"
          onClick={() => (state === 'gone' ? setOpen(true) : void undo())}
          className="rounded px-1 py-1 font-medium text-kelp underline-offset-4 hover:underline pointer-coarse:py-2.5"
        >
          {state === 'gone' ? says.receipt : takeBack}
        </button>
      </p>
      {trouble && <p role="alert">{trouble}</p>}
      {isOpen && receipt && <ReceiptDialog receipt={receipt} onClose={() => setOpen(false)} />}
    </div>
  )
}

/** In sentences; empty until something was learned. */
function useLearned(messageId: string): string[] {
  const [learned, setLearned] = useState<string[]>([])
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isGone = false
    async function ask(left: number[]) {
      const found = await memory.learned(messageId).catch(() => null)
      if (isGone) return
      if (found?.isDone)
        return setLearned([...found.facts.map(inSentence), ...found.loops.map((loop) => loop.text)])
      wait(left)
    }
    function wait([ms, ...left]: number[]) {
      if (ms !== undefined) timer = setTimeout(() => void ask(left), ms)
    }
    wait(ASKED_AFTER_MS)
    return () => {
      isGone = true
      clearTimeout(timer)
    }
  }, [messageId])
  return learned
}
