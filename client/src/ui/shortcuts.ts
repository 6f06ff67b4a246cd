/**
 * Every key the page listens to, in one place: so that one press does one thing, and a list of them can be shown.
 *
 * Esc means something different to a dialog, a field and an answer that is being written. Whoever lies on top is asked
 * first; within a layer, whoever came last. A key that is held down counts once: closing a menu must not go on to stop
 * the answer behind it.
 */
import { type RefObject, useEffect, useRef, useSyncExternalStore } from 'react'
import { wordsNow } from '../language/words'
import { isComposing } from './keys'
import { uiWords } from './words'

/** From the top down. `overlay`: dialogs and menus, beneath which nothing else listens. `field`: while focus is in it. */
const LAYERS = ['overlay', 'field', 'answer', 'page'] as const
export type Layer = (typeof LAYERS)[number]

export interface Shortcut {
  /** `Escape`, `Mod+K`, `Mod+Shift+O`; Mod is Ctrl, and ⌘ on a Mac. */
  keys: string
  layer: Layer
  run: () => void
  /** What it does, for the list of shortcuts. One without words is not listed. */
  says?: string
  /** Only while the focus is in here. */
  within?: RefObject<HTMLElement | null>
  /** Not while somebody writes: to a text the same keys mean something of its own. */
  sparesWriting?: boolean
}

let active: readonly Shortcut[] = []
const listeners = new Set<() => void>()

function change(next: readonly Shortcut[]): void {
  active = next
  for (const listener of listeners) listener()
}

function add(shortcut: Shortcut): () => void {
  // In the capturing phase: before any part of the page makes something else of the same key.
  if (active.length === 0) window.addEventListener('keydown', onKey, true)
  change([shortcut, ...active])
  return () => {
    change(active.filter((one) => one !== shortcut))
    if (active.length === 0) window.removeEventListener('keydown', onKey, true)
  }
}

function onKey(event: KeyboardEvent): void {
  if (isComposing(event)) return
  const found = find(event)
  if (!found) return
  event.preventDefault()
  event.stopPropagation()
  if (!event.repeat) found.run()
}

function find(event: KeyboardEvent): Shortcut | undefined {
  const hasOverlay = active.some((one) => one.layer === 'overlay')
  return active
    .filter((one) => !hasOverlay || one.layer === 'overlay')
    .filter((one) => isMeant(one.keys, event))
    .filter((one) => !one.within || one.within.current?.contains(document.activeElement))
    .filter((one) => !one.sparesWriting || !isWriting(document.activeElement))
    .sort((a, b) => LAYERS.indexOf(a.layer) - LAYERS.indexOf(b.layer))[0]
}

function isWriting(element: Element | null): boolean {
  const isText = element instanceof HTMLTextAreaElement || element instanceof HTMLInputElement
  return isText && element.value !== ''
}

export function isMeant(keys: string, event: KeyboardEvent): boolean {
  const parts = keys.toLowerCase().split('+')
  const key = parts.pop() ?? ''
  const wantsMod = parts.includes('mod')
  // On many keyboards a sign like "/" takes the shift key to type.
  const isShiftRight = parts.includes('shift') === event.shiftKey || !/^([a-z]|\w{2,})$/.test(key)
  return (
    (event.key === ' ' ? 'space' : event.key?.toLowerCase()) === key &&
    wantsMod === (event.ctrlKey || event.metaKey) &&
    isShiftRight &&
    !event.altKey
  )
}

/** Listens while it is mounted; null listens to nothing. */
export function useShortcut(shortcut: Shortcut | null): void {
  const latest = useRef(shortcut)
  latest.current = shortcut
  const { keys, layer, says, within, sparesWriting = false } = shortcut ?? {}
  useEffect(() => {
    if (keys === undefined || layer === undefined) return
    return add({
      keys,
      layer,
      run: () => latest.current?.run(),
      sparesWriting,
      ...(says === undefined ? {} : { says }),
      ...(within === undefined ? {} : { within }),
    })
  }, [keys, layer, says, within, sparesWriting])
}

/** Esc, for as long as `onEscape` is given. */
export function useEscape(
  layer: Layer,
  onEscape: (() => void) | null,
  within?: RefObject<HTMLElement | null>,
): void {
  useShortcut(
    onEscape && { keys: 'Escape', layer, run: onEscape, ...(within === undefined ? {} : { within }) },
  )
}

/** What can be pressed now, for showing it. */
export function useShortcutList(): { keys: string; says: string }[] {
  const all = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => active,
  )
  return all.flatMap(({ keys, says }) => (says === undefined ? [] : [{ keys, says }])).reverse()
}

const isMac = typeof navigator !== 'undefined' && navigator.userAgent.includes('Mac')

/** As it is printed on the keyboard: `Ctrl Shift O`, `⌘ K`, `Esc`. */
export function keyNames(keys: string): string[] {
  const printed = wordsNow(uiWords).keys
  return keys.split('+').map((key) => {
    if (key === 'Mod') return isMac ? '⌘' : printed.Control
    return Object.hasOwn(printed, key) ? printed[key as keyof typeof printed] : key
  })
}
