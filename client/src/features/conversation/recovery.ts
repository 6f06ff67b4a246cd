/**
 * Getting back to an answer that goes on without us. The server keeps writing whether or not anyone
 * listens, so after a lost connection we rejoin: first the live stream, then, if that keeps failing,
 * by polling. Whatever happens, the last word is the stored message.
 */
import { ConnectionLost, NotReached } from '../../api/http'

export type RecoveryOutcome = 'rejoined' | 'unreachable' | 'refused' | 'cancelled'

export interface RecoveryParts {
  /** Joins the answer and resolves when it has ended, or when there is nothing to join. Throws when it fails. */
  rejoin: (by: 'stream' | 'polling') => Promise<void>
  /** Resolves after so long, or sooner when the browser comes back online or into view. */
  wait: (ms: number) => Promise<void>
  isCancelled: () => boolean
  onAttempt?: (attempt: number) => void
  attempts?: number
}

const STREAM_TRIES = 3
export const ATTEMPTS = 10

/** 0.4 s, 0.8 s, 1.6 s … at most 8 s apart: about a minute in all. */
export function delayBefore(attempt: number): number {
  return Math.min(8000, 400 * 2 ** (attempt - 1))
}

export async function recover(parts: RecoveryParts): Promise<RecoveryOutcome> {
  const { rejoin, wait, isCancelled, onAttempt, attempts = ATTEMPTS } = parts
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    onAttempt?.(attempt)
    await wait(delayBefore(attempt))
    if (isCancelled()) return 'cancelled'
    try {
      await rejoin(attempt <= STREAM_TRIES ? 'stream' : 'polling')
      return 'rejoined'
    } catch (error) {
      if (isCancelled()) return 'cancelled'
      if (!isLost(error)) return 'refused'
    }
  }
  return 'unreachable'
}

export function isLost(error: unknown): boolean {
  return error instanceof ConnectionLost || error instanceof NotReached
}

/** Sleeps, but wakes when there is new reason to hope. */
export function waitForBetterTimes(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms)
    function seen() {
      if (document.visibilityState === 'visible') done()
    }
    function done() {
      clearTimeout(timer)
      window.removeEventListener('online', done)
      document.removeEventListener('visibilitychange', seen)
      resolve()
    }
    window.addEventListener('online', done)
    document.addEventListener('visibilitychange', seen)
  })
}
