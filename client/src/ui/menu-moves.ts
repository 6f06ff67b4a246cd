/** Where a menu stands and where its focus goes. */
import type { CSSProperties } from 'react'

const GAP_PX = 5
const EDGE_PX = 8
/** How tall a list is taken to be before it stands there. */
const USUAL_PX = 280

/** Below the button, or above it where more of the list fits; never wider or taller than there is room. */
export function beside(
  button: HTMLElement | null,
  list: HTMLElement | null,
  align: 'start' | 'end',
): CSSProperties {
  const box = button?.getBoundingClientRect()
  if (!box) return {}
  const { innerWidth, innerHeight } = window
  const height = list?.scrollHeight || USUAL_PX
  const below = innerHeight - box.bottom - GAP_PX - EDGE_PX
  const above = box.top - GAP_PX - EDGE_PX
  const isBelow = below >= height || below >= above
  const width = list?.offsetWidth ?? 0
  const left = align === 'end' ? box.right - width : box.left
  return {
    inset: 'auto',
    maxHeight: Math.max(isBelow ? below : above, 120),
    maxWidth: innerWidth - 2 * EDGE_PX,
    ...(list === null && align === 'end'
      ? { right: innerWidth - box.right }
      : { left: Math.max(EDGE_PX, Math.min(left, innerWidth - width - EDGE_PX)) }),
    ...(isBelow ? { top: box.bottom + GAP_PX } : { bottom: innerHeight - box.top + GAP_PX }),
  }
}

/** Those that can be chosen, in order. */
export function itemsIn(list: HTMLElement | null): HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>('[role^="menuitem"]:not(:disabled)') ?? [])]
}

/** The next item, from the present one on, whose words begin so; one letter pressed again goes on to the next. */
export function startingWith(items: HTMLElement[], typed: string, at: number): HTMLElement | undefined {
  const letters = typed.toLowerCase()
  const isOneLetter = [...letters].every((letter) => letter === letters[0])
  const sought = isOneLetter ? letters.charAt(0) : letters
  const from = isOneLetter ? at + 1 : Math.max(at, 0)
  const inOrder = [...items.slice(from), ...items.slice(0, from)]
  return inOrder.find((item) => item.textContent?.trim().toLowerCase().startsWith(sought))
}
