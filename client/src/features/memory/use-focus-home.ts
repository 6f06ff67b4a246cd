import { type FocusEvent, useEffect, useRef } from 'react'

/** A list of which parts go while they have the focus: it takes it over, so that it never falls to the page. */
export function useFocusHome<T extends HTMLElement>(changed: unknown) {
  const home = useRef<T>(null)
  const last = useRef<Element | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `changed` is what may have taken something away
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      const isLost = last.current !== null && !last.current.isConnected
      if (isLost && document.activeElement === document.body) home.current?.focus({ preventScroll: true })
    })
    return () => cancelAnimationFrame(frame)
  }, [changed])
  const onFocus = (event: FocusEvent) => {
    last.current = event.target
  }
  return { ref: home, onFocus, tabIndex: -1 as const }
}
