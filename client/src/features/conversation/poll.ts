/** The answer by asking again and again, `GET /api/chat?chatId=&fromSeq=`, where a live stream does not get through. */
import { pollStream } from '../../api/endpoints'
import type { StreamState } from '../../api/types'
import { isChunk, type Numbered } from './events'

export const POLL_EVERY_MS = 500

interface PollParts {
  signal?: AbortSignal | undefined
  /** The answer that is meant. Where another is being written, this one is over. */
  streamId?: string | null
  /** Called with every answer of the server. */
  onReached?: () => void
  poll?: (chatId: string, fromSeq: number, signal?: AbortSignal) => Promise<StreamState | null>
  sleep?: (ms: number) => Promise<void>
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Ends where nothing is being written any more, or its writer is gone: the stored message then tells the rest. */
export async function* pollAnswer(
  chatId: string,
  fromSeq: number,
  { signal, streamId = null, onReached, poll = pollStream, sleep = pause }: PollParts = {},
): AsyncGenerator<Numbered, void> {
  let nextSeq = fromSeq
  for (;;) {
    const state = await poll(chatId, nextSeq, signal)
    onReached?.()
    if (state === null || state.isStale || (streamId !== null && state.streamId !== streamId)) return
    for (const told of numbered(state)) {
      if (told.seq >= nextSeq) {
        nextSeq = told.seq + 1
        yield told
      }
    }
    if (!state.isActive || signal?.aborted) return
    await sleep(POLL_EVERY_MS)
  }
}

export function numbered({ chunks }: Pick<StreamState, 'chunks'>): (Numbered & { seq: number })[] {
  return chunks.flatMap(({ seq, data }) => (isChunk(data) ? [{ seq, chunk: data }] : []))
}
