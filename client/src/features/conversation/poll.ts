/** Rejoining an answer by asking again and again: `GET /api/chat?chatId=&fromSeq=` as a stream of chunks. */
import type { UIMessageChunk } from 'ai'
import { pollStream } from '../../api/endpoints'
import type { StreamState } from '../../api/types'

export const POLL_EVERY_MS = 500

interface PollOptions {
  signal?: AbortSignal | undefined
  poll?: (chatId: string, fromSeq: number, signal?: AbortSignal) => Promise<StreamState | null>
  sleep?: (ms: number) => Promise<void>
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Null when nothing is being written. Where it ends, the stored message tells how it ended. */
export async function pollAnswer(
  chatId: string,
  options: PollOptions = {},
): Promise<ReadableStream<UIMessageChunk> | null> {
  const first = await (options.poll ?? pollStream)(chatId, 0, options.signal)
  if (first === null || first.isStale) return null
  const chunks = chunksFrom(chatId, first, options)
  return new ReadableStream<UIMessageChunk>({
    async pull(controller) {
      const { done, value } = await chunks.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    async cancel() {
      await chunks.return()
    },
  })
}

async function* chunksFrom(
  chatId: string,
  first: StreamState,
  { signal, poll = pollStream, sleep = pause }: PollOptions,
): AsyncGenerator<UIMessageChunk, void> {
  let state: StreamState | null = first
  let nextSeq = 0
  while (state !== null && !state.isStale) {
    for (const { seq, data } of state.chunks) {
      if (seq < nextSeq) continue
      nextSeq = seq + 1
      const chunk = readChunk(data)
      if (chunk) yield chunk
    }
    if (!state.isActive || signal?.aborted) return
    await sleep(POLL_EVERY_MS)
    state = await poll(chatId, nextSeq, signal)
  }
}

/** A chunk is stored as an object, or as the line that was sent. `[DONE]` and the like are no chunks. */
function readChunk(data: unknown): UIMessageChunk | null {
  let value = data
  if (typeof value === 'string') {
    const line = value.replace(/^data:\s*/, '').trim()
    if (!line.startsWith('{')) return null
    try {
      value = JSON.parse(line)
    } catch {
      return null
    }
  }
  const hasType = typeof value === 'object' && value !== null && 'type' in value
  return hasType ? (value as UIMessageChunk) : null
}
