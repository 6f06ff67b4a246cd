import { useCallback, useEffect, useState } from 'react'
import { adoptUnsent, join, keepDraft, readDraft } from './drafts'
import type { Words } from './messages'

/** The words in the box, kept for this chat with every keystroke. */
export function useDraft(key: string) {
  const [words, setWords] = useState<Words>(() => readDraft(key))
  useEffect(() => adoptUnsent(key), [key])

  const change = useCallback(
    (next: Words | ((now: Words) => Words)) =>
      setWords((now) => {
        const value = typeof next === 'function' ? next(now) : next
        keepDraft(key, value)
        return value
      }),
    [key],
  )
  const giveBack = useCallback((back: Words) => change((now) => join(back, now)), [change])
  return { words, change, giveBack }
}
