/** What is read aloud on this page: one answer at a time. How that is done is fetched with the first one. */
import { useSyncExternalStore } from 'react'
import { loadLate } from '../../../load-late'
import { openOutput } from './output'
import type { Speaker } from './speaker'

export interface Reading {
  messageId: string
  isPaused: boolean
  /** Nothing is heard yet, or not just now. */
  isWaiting: boolean
}

let now: Reading | null = null
let speaker: Speaker | null = null
const listeners = new Set<() => void>()

/** This answer, where it is the one that is read. */
export function useReading(messageId: string): Reading | null {
  return useSyncExternalStore(subscribe, () => (now?.messageId === messageId ? now : null))
}

/** To be called by a press: browsers let no page speak before. */
export async function readAloud(
  messageId: string,
  text: string,
  personaId: string | null,
  onFailure: (error: unknown) => void,
): Promise<void> {
  stopReading()
  openOutput()
  const mine: Reading = { messageId, isPaused: false, isWaiting: true }
  set(mine)
  const { speakerOf } = await loadLate(() => import('./speak'))
  if (now !== mine) return
  const made = speakerOf({ text, personaId }, { onChange: () => tell(made, messageId), onFailure })
  speaker = made
  void made.run()
}

export function stopReading(): void {
  speaker?.stop()
  speaker = null
  set(null)
}

export function pauseReading(): void {
  speaker?.pause()
}

export function goOnReading(): void {
  speaker?.resume()
}

/** From the next piece on. */
export function speedChanged(): void {
  speaker?.refetch()
}

function tell(one: Speaker, messageId: string): void {
  if (one !== speaker) return
  if (one.phase === 'over') stopReading()
  else set({ messageId, isPaused: one.phase === 'paused', isWaiting: one.phase === 'waiting' })
}

function set(next: Reading | null): void {
  if (next === now) return
  now = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
