/** A message that an address leads to: `/chat/<id>?message=<id>`. */

export function messageAddress(chatId: string, messageId: string): string {
  return `/chat/${chatId}?message=${messageId}`
}

const STEADY_FRAMES = 6
const MOST_FRAMES = 90

/**
 * Brings it into the middle, marks it for a while and gives it the focus. What stands far away is laid out only as it
 * comes near, so it is held there until nothing moves it any more.
 */
export function showSought(id: string, frames = 0, steady = 0): void {
  const row = document.querySelector<HTMLElement>(`[data-message="${CSS.escape(id)}"]`)
  if (frames > MOST_FRAMES) return
  if (!row) {
    requestAnimationFrame(() => showSought(id, frames + 1))
    return
  }
  const before = row.getBoundingClientRect().top
  row.scrollIntoView?.({ block: 'center' })
  const isStill = Math.abs(row.getBoundingClientRect().top - before) < 2
  if (frames === 0 || row.dataset.sought === undefined) {
    row.dataset.sought = ''
    row.tabIndex = -1
    row.addEventListener('animationend', () => delete row.dataset.sought, { once: true })
  }
  // The box one writes in takes the focus as it appears, which may be a moment later.
  if (document.activeElement !== row) row.focus({ preventScroll: true })
  if (isStill && steady >= STEADY_FRAMES) return
  requestAnimationFrame(() => showSought(id, frames + 1, isStill ? steady + 1 : 0))
}
