/**
 * A list that is walked by arrows, Home and End, besides by Tab. What has the focus may leave the list: then whoever has
 * come to its place has it, and where nothing is left, the list itself.
 */
import { type FocusEvent, type KeyboardEvent, useEffect, useRef } from 'react'

const STOPS = '[data-stop]'

export function useStops<T extends HTMLElement>(changed: unknown, onStep?: (stop: HTMLElement) => void) {
  const list = useRef<T>(null)
  const last = useRef<{ element: HTMLElement; at: number } | null>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: `changed` is what may have taken something away
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      const lost = last.current
      if (!lost || lost.element.isConnected || document.activeElement !== document.body) return
      const stops = stopsIn(list.current)
      const next = stops[Math.min(lost.at, stops.length - 1)] ?? list.current
      next?.focus({ preventScroll: true })
    })
    return () => cancelAnimationFrame(frame)
  }, [changed])

  function onFocus(event: FocusEvent<T>) {
    const stops = stopsIn(list.current)
    const row = event.target.closest('[data-testid="chat-item"], [data-row]') ?? event.target
    const at = stops.findIndex((stop) => stop === event.target || row.contains(stop))
    if (at !== -1) last.current = { element: event.target, at }
  }

  function onKeyDown(event: KeyboardEvent<T>) {
    const target = event.target as HTMLElement
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    const stops = stopsIn(list.current)
    const at = stops.indexOf(target)
    if (at === -1) return
    const next = { ArrowDown: stops[at + 1], ArrowUp: stops[at - 1], Home: stops[0], End: stops.at(-1) }[
      event.key
    ]
    if (!next) return
    event.preventDefault()
    next.focus()
    if (event.shiftKey) onStep?.(next)
  }

  return { ref: list, onFocus, onKeyDown, tabIndex: -1 as const }
}

function stopsIn(list: HTMLElement | null): HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>(STOPS) ?? [])]
}
