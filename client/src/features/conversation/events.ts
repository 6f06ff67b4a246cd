/** The answer's wire with its numbers: server-sent events whose id is the chunk's seq. Transient ones have none. */
import type { UIMessageChunk } from 'ai'
import { ConnectionLost } from '../../api/http'

export interface Numbered {
  seq: number | null
  chunk: UIMessageChunk
}

/** The server says something every three seconds, if only that it lives. Networks that change never say goodbye. */
export const SILENCE_MS = 15_000

/**
 * Returns where the server says that this was all; throws `ConnectionLost` where the line goes dead before that.
 *
 * Of two copies one is read. Of what may not be stored and is read piece by piece, Chromium counts a single one among
 * the requests that failed, whole as it is, when its end is there before it is asked for.
 */
export async function* readEvents(
  response: Response,
  silenceMs = SILENCE_MS,
): AsyncGenerator<Numbered, void> {
  const spare = response.clone()
  if (response.body === null) throw new ConnectionLost()
  const reader = response.body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  let isOver = false
  try {
    for (;;) {
      rest += decoder.decode(await nextBytes(reader, silenceMs), { stream: true })
      const events = rest.split('\n\n')
      // What has no end yet never arrived: whoever goes on after the last whole event hears it in full.
      rest = events.pop() ?? ''
      for (const event of events) {
        const data = lineOf(event, 'data: ')
        if (data === '[DONE]') {
          isOver = true
          return
        }
        const chunk = readChunk(data)
        const id = lineOf(event, 'id: ')
        if (chunk) yield { seq: id === null ? null : Number(id), chunk }
      }
    }
  } finally {
    reader.cancel().catch(() => {})
    // The line is let go of when nobody has a copy left to read.
    if (!isOver) spare.body?.cancel().catch(() => {})
  }
}

/** A stream that closes, one that breaks and one that falls silent are the same to a person: the line is dead. */
async function nextBytes(reader: ReadableStreamDefaultReader<Uint8Array>, silenceMs: number) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const silence = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, silenceMs, null)
  })
  const read = reader.read().then(
    ({ value }) => value ?? null,
    () => null,
  )
  const bytes = await Promise.race([read, silence])
  clearTimeout(timer)
  if (bytes === null) throw new ConnectionLost()
  return bytes
}

function lineOf(event: string, field: string): string | null {
  const line = event.split('\n').find((one) => one.startsWith(field))
  return line === undefined ? null : line.slice(field.length)
}

/** Null for what is no chunk, which a newer server may send and this client can do without. */
function readChunk(data: string | null): UIMessageChunk | null {
  if (!data?.startsWith('{')) return null
  try {
    const value: unknown = JSON.parse(data)
    return isChunk(value) ? value : null
  } catch {
    return null
  }
}

export function isChunk(value: unknown): value is UIMessageChunk {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}
