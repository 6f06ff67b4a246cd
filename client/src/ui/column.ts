import { useSyncExternalStore } from 'react'

/** How wide a conversation is set: like the page of a book, or as wide as a screen for work. */
export type Column = 'book' | 'wide'

const KEY = 'holdfast.column'
const listeners = new Set<() => void>()

/** The choice, where there is no storage to keep it. */
let chosen: Column = 'book'

export function readColumn(): Column {
  try {
    return localStorage.getItem(KEY) === 'wide' ? 'wide' : 'book'
  } catch {
    return chosen
  }
}

/** The style sheet knows what either comes to (`--column`). */
export function applyColumn(column: Column = readColumn()): void {
  if (column === 'book') delete document.documentElement.dataset.column
  else document.documentElement.dataset.column = column
}

export function chooseColumn(column: Column): void {
  chosen = column
  try {
    if (column === 'book') localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, column)
  } catch {
    // Without storage the choice lasts as long as the page.
  }
  applyColumn(column)
  for (const listener of listeners) listener()
}

/** Another tab's choice counts here as well. */
function subscribe(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key !== KEY) return
    applyColumn()
    listener()
  }
  listeners.add(listener)
  window.addEventListener('storage', onStorage)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', onStorage)
  }
}

export function useColumn(): Column {
  return useSyncExternalStore(subscribe, readColumn)
}
