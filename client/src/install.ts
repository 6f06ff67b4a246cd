/** Opening without a line, and being installed: the worker behind it, and the browser's offer to install. */
import { useSyncExternalStore } from 'react'
import { navigate } from './router'

/** Chromium's own event, which the web's types do not have. */
interface InstallOffer extends Event {
  prompt: () => Promise<void>
  userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>
}

let offer: InstallOffer | null = null
const listeners = new Set<() => void>()

function change(next: InstallOffer | null): void {
  offer = next
  for (const listener of listeners) listener()
}

/** After everything else; without it the page is the same, and needs a line. */
export function startWorker(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    change(event as InstallOffer)
  })
  window.addEventListener('appinstalled', () => change(null))
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const { serviceWorker } = navigator
  // A notice was pressed whose chat is not the one in view.
  serviceWorker.addEventListener('message', ({ data }) => {
    if (typeof data?.open === 'string') navigate(data.open)
  })
  if (!serviceWorker.controller) serviceWorker.addEventListener('controllerchange', handOver, { once: true })
  const register = () =>
    // The worker itself is never taken from the browser's cache: a new one is noticed at the next visit.
    serviceWorker.register('/sw.js', { updateViaCache: 'none' }).catch(() => undefined)
  if (document.readyState === 'complete') void register()
  else window.addEventListener('load', () => void register(), { once: true })
}

/** What was fetched before there was a worker it has not seen: the words of the language, for one. The browser has it. */
function handOver(): void {
  const files = performance.getEntriesByType('resource').map(({ name }) => new URL(name))
  for (const { origin, pathname } of files)
    if (origin === location.origin && pathname.startsWith('/assets/'))
      void fetch(pathname).catch(() => undefined)
}

export function isInstalled(): boolean {
  return window.matchMedia?.('(display-mode: standalone)').matches ?? false
}

/** How to ask the browser to install this; null where it has not offered to. */
export function useInstallOffer(): (() => Promise<void>) | null {
  const found = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => offer,
  )
  if (found === null) return null
  return async () => {
    await found.prompt()
    await found.userChoice
    change(null)
  }
}
