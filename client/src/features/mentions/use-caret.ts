import { type RefObject, useLayoutEffect, useRef } from 'react'

/** Puts the caret somewhere in a text that comes with the next rendering. */
export function useCaret(box: RefObject<HTMLTextAreaElement | null>, text: string): (caret: number) => void {
  const wanted = useRef<number | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once the text is there
  useLayoutEffect(() => {
    if (wanted.current === null) return
    box.current?.focus({ preventScroll: true })
    box.current?.setSelectionRange(wanted.current, wanted.current)
    wanted.current = null
  }, [box, text])
  return (caret) => {
    wanted.current = caret
  }
}
