/** A handful of pages do not need a routing library. One place knows the address; links and `navigate` change it. */
import { type AnchorHTMLAttributes, type MouseEvent, useSyncExternalStore } from 'react'

export type Page =
  | { name: 'chat'; chatId: string | null }
  | { name: 'login' }
  | { name: 'register' }
  | { name: 'forgot' }
  | { name: 'reset' }
  | { name: 'verify' }
  | { name: 'change' }
  | { name: 'undo' }
  | { name: 'settings' | 'admin' | 'personas'; part: string | null }
  | { name: 'documents'; documentId: string | null }
  | { name: 'memory' }
  | { name: 'loops' }
  | { name: 'bookmarks' }
  | { name: 'archive' }
  | { name: 'shared' }
  | { name: 'join' }
  | { name: 'lost' }

export function readPage(pathname: string): Page {
  const [first, second, ...rest] = pathname.split('/').filter(Boolean)
  if (first === undefined) return { name: 'chat', chatId: null }
  if (rest.length > 0) return { name: 'lost' }
  if (first === 'chat')
    return second ? { name: 'chat', chatId: decode(second) } : { name: 'chat', chatId: null }
  if (first === 'documents') return { name: first, documentId: second ? decode(second) : null }
  if (first === 'settings' || first === 'admin' || first === 'personas')
    return { name: first, part: second ?? null }
  if (second !== undefined) return { name: 'lost' }
  return { name: isPlain(first) ? first : 'lost' }
}

const PLAIN = [
  ...(['login', 'register', 'memory', 'loops', 'bookmarks', 'archive', 'shared', 'join'] as const),
  // Where links in mails lead, and where one is asked for.
  ...(['forgot', 'reset', 'verify', 'change', 'undo'] as const),
]

function isPlain(name: string): name is (typeof PLAIN)[number] {
  return (PLAIN as readonly string[]).includes(name)
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('popstate', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('popstate', listener)
  }
}

export function navigate(to: string, { replace = false } = {}): void {
  if (to === location.pathname + location.search) return
  history[replace ? 'replaceState' : 'pushState'](null, '', to)
  for (const listener of listeners) listener()
}

export function usePath(): string {
  return useSyncExternalStore(subscribe, () => location.pathname)
}

/** What stands behind the `?`: which part of a page is open. */
export function useSearch(): URLSearchParams {
  return new URLSearchParams(useSyncExternalStore(subscribe, () => location.search))
}

export function Link({ href, onClick, ...rest }: AnchorHTMLAttributes<HTMLAnchorElement> & { href: string }) {
  function follow(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event)
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
    if (event.defaultPrevented || !isPlain) return
    event.preventDefault()
    navigate(href)
  }
  return <a {...rest} href={href} onClick={follow} />
}
