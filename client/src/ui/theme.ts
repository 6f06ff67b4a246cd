import { useSyncExternalStore } from 'react'

export type Theme = 'system' | 'light' | 'dark'

const KEY = 'holdfast.theme'
const listeners = new Set<() => void>()

/** The choice, where there is no storage to keep it. */
let chosen: Theme = 'system'

export function readTheme(): Theme {
  try {
    const kept = localStorage.getItem(KEY)
    return kept === 'light' || kept === 'dark' ? kept : 'system'
  } catch {
    return chosen
  }
}

/** The colours follow `color-scheme`, so that one attribute on the root changes everything. */
export function applyTheme(theme: Theme = readTheme()): void {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}

export function chooseTheme(theme: Theme): void {
  chosen = theme
  try {
    if (theme === 'system') localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, theme)
  } catch {
    // Without storage the choice lasts as long as the page.
  }
  applyTheme(theme)
  for (const listener of listeners) listener()
}

/** What the page looks like at this moment, whoever has chosen it. */
export function isDarkNow(): boolean {
  const theme = readTheme()
  return theme === 'system'
    ? (window.matchMedia?.('(prefers-color-scheme: dark)').matches ?? false)
    : theme === 'dark'
}

/** Another tab's choice counts here as well. */
function subscribe(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key !== KEY) return
    applyTheme()
    listener()
  }
  listeners.add(listener)
  window.addEventListener('storage', onStorage)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', onStorage)
  }
}

export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, readTheme)
}
