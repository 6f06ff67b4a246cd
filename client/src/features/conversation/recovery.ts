/**
 * An answer followed to its end, whatever happens to the line. The server keeps writing whether or not anyone listens,
 * so after a lost connection we go on behind the last chunk that arrived: live, and where that keeps failing, by
 * polling. Whoever reads on sees one answer without a seam. Where it ended while nobody listened, this simply ends,
 * and the stored message tells the rest.
 */
import type { UIMessageChunk } from 'ai'
import { ApiError, ConnectionLost, NotReached } from '../../api/http'
import type { Numbered } from './events'

export type Source = AsyncIterable<Numbered>

export interface WaysBack {
  live: (fromSeq: number) => Source
  polled: (fromSeq: number) => Source
  /** Resolves after so long, or sooner when the browser comes back online or into view. */
  wait: (ms: number) => Promise<void>
  onLost: () => void
  signal?: AbortSignal | undefined
}

const LIVE_TRIES = 3
export const ATTEMPTS = 10
const LONGEST_WAIT_MS = 30_000
const ENDS = new Set<string>(['finish', 'error', 'abort'])

export async function* followAnswer(first: Source, ways: WaysBack): AsyncGenerator<UIMessageChunk, void> {
  let source = first
  let nextSeq = 0
  let hasEnded = false
  let tries = 0
  for (;;) {
    try {
      for await (const { seq, chunk } of source) {
        if (seq !== null) {
          if (seq < nextSeq) continue
          nextSeq = seq + 1
        }
        // Only news counts as being back: a line that is accepted and cut again, over and over, is none.
        tries = 0
        hasEnded ||= ENDS.has(chunk.type)
        yield chunk
      }
      return
    } catch (error) {
      if (hasEnded || ways.signal?.aborted) return
      tries += 1
      if (!isLost(error) || tries > ATTEMPTS) throw error
      ways.onLost()
      await ways.wait(delayBefore(tries, error))
      if (ways.signal?.aborted) return
    }
    source = tries <= LIVE_TRIES ? ways.live(nextSeq) : ways.polled(nextSeq)
  }
}

/**
 * Up to 0.4 s, 0.8 s, 1.6 s … 8 s: about a minute in all. Between half of that and the whole, by chance, because a
 * server that was restarted has lost all its readers in the same instant.
 */
export function delayBefore(attempt: number, error: unknown = null, chance = Math.random()): number {
  const ours = Math.min(8000, 400 * 2 ** (attempt - 1)) * (0.5 + chance / 2)
  const asked = error instanceof ApiError && error.retryAt ? error.retryAt.getTime() - Date.now() : 0
  return Math.min(LONGEST_WAIT_MS, Math.max(ours, asked))
}

/** It may be there again in a moment. A proxy in front of a server that restarts answers for it, with a 5xx. */
export function isLost(error: unknown): boolean {
  if (error instanceof ApiError) return error.status >= 500 || error.status === 429
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
