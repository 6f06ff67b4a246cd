/** Words for the box one writes in, from elsewhere on the page. They are put before what stands there, and not sent. */
import { useEffect } from 'react'

const boxes = new Set<(text: string) => void>()

/** False where nothing can be written on this page. */
export function putIntoBox(text: string): boolean {
  const last = [...boxes].at(-1)
  last?.(text)
  return last !== undefined
}

export function useBox(take: ((text: string) => void) | null): void {
  useEffect(() => {
    if (!take) return
    boxes.add(take)
    return () => void boxes.delete(take)
  }, [take])
}
