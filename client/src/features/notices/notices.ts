/** A notice of the system when a long answer is done and nobody looks. Asked for, never at the start. */
import { useSyncExternalStore } from 'react'

const KEY = 'holdfast.notices'
export type NoticeState = 'on' | 'off' | 'refused' | 'impossible'

const listeners = new Set<() => void>()

function read(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}

function write(choice: 'on' | 'off'): void {
  try {
    localStorage.setItem(KEY, choice)
  } catch {
    // Without storage nobody is told, and nobody is asked again on this page.
  }
  for (const listener of listeners) listener()
}

/** Over plain HTTP browsers have the word for it, and refuse whatever is asked. */
function isPossible(): boolean {
  return typeof Notification !== 'undefined' && window.isSecureContext !== false
}

export function noticeState(): NoticeState {
  if (!isPossible()) return 'impossible'
  if (Notification.permission === 'denied') return 'refused'
  return Notification.permission === 'granted' && read() === 'on' ? 'on' : 'off'
}

export function useNoticeState(): NoticeState {
  return useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, noticeState)
}

/** By a press of a button: browsers take the question from nothing else. */
export async function askForNotices(): Promise<NoticeState> {
  if (!isPossible()) return 'impossible'
  const permission = await Notification.requestPermission()
  write(permission === 'granted' ? 'on' : 'off')
  return noticeState()
}

export function declineNotices(): void {
  write('off')
}

/** Whether they were ever asked, here or in the settings. */
export function wasAsked(): boolean {
  return read() !== null || !isPossible() || Notification.permission !== 'default'
}

/** Nothing of the answer is in it: a notice lies open on the table. */
export async function notify(sentence: string): Promise<void> {
  const options = { body: sentence, icon: '/icon-192.png', tag: location.pathname, data: location.pathname }
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined)
  if (registration) {
    await registration.showNotification('Holdfast', options)
    return
  }
  const shown = new Notification('Holdfast', options)
  shown.onclick = () => window.focus()
}
