import { afterEach, describe, expect, test, vi } from 'vitest'
import { ConnectionLost } from '../../api/http'
import { type Numbered, readEvents, SILENCE_MS } from './events'

const encoder = new TextEncoder()

function bodyOf(pieces: string[], { fails = false, hangs = false } = {}): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>({
    pull(controller) {
      const next = pieces.shift()
      if (next !== undefined) controller.enqueue(encoder.encode(next))
      else if (fails) controller.error(new TypeError('network error'))
      else if (!hangs) controller.close()
    },
  })
}

async function readAll(body: ReadableStream<Uint8Array>) {
  const seen: Numbered[] = []
  let error: unknown = null
  try {
    for await (const told of readEvents(new Response(body))) seen.push(told)
  } catch (caught) {
    error = caught
  }
  return { seqs: seen.map(({ seq }) => seq), chunks: seen.map(({ chunk }) => chunk), error }
}

const delta = (seq: number, text: string) =>
  `id: ${seq}\ndata: ${JSON.stringify({ type: 'text-delta', id: 't', delta: text })}\n\n`
const done = 'data: [DONE]\n\n'

afterEach(() => vi.useRealTimers())

describe('the wire of an answer', () => {
  test('is read with its numbers until the server says that this was all', async () => {
    const { seqs, chunks, error } = await readAll(bodyOf([delta(0, 'What '), delta(1, 'holds'), done]))
    expect(seqs).toEqual([0, 1])
    expect(chunks.at(-1)).toEqual({ type: 'text-delta', id: 't', delta: 'holds' })
    expect(error).toBeNull()
  })

  test('may be cut into pieces anywhere, even in the middle of a letter', async () => {
    const bytes = encoder.encode(delta(7, 'naïve ☃') + done)
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const byte of bytes) controller.enqueue(new Uint8Array([byte]))
        controller.close()
      },
    })
    const { seqs, chunks } = await readAll(body)
    expect(seqs).toEqual([7])
    expect(chunks).toEqual([{ type: 'text-delta', id: 't', delta: 'naïve ☃' }])
  })

  test('leaves out comments, chunks it cannot read, and the number of what is transient', async () => {
    const transient = `data: ${JSON.stringify({ type: 'data-note', transient: true, data: {} })}\n\n`
    const { seqs, error } = await readAll(
      bodyOf([': alive\n\n', 'id: 0\ndata: {"type":\n\n', transient, done]),
    )
    expect(seqs).toEqual([null])
    expect(error).toBeNull()
  })

  test('that closes, or breaks, without having ended is a lost connection', async () => {
    const closed = await readAll(bodyOf([delta(0, 'half')]))
    const broken = await readAll(bodyOf([delta(0, 'half')], { fails: true }))
    for (const { seqs, error } of [closed, broken]) {
      expect(seqs).toEqual([0])
      expect(error).toBeInstanceOf(ConnectionLost)
    }
  })

  test('never counts an event of which only a part arrived', async () => {
    const { seqs } = await readAll(bodyOf([delta(0, 'whole'), 'id: 1\ndata: {"type":"text-delta","id":"t"']))
    expect(seqs).toEqual([0])
  })

  test('that falls silent is a lost connection, because a network that changed never says so', async () => {
    vi.useFakeTimers()
    const reading = readAll(bodyOf([delta(0, 'half')], { hangs: true }))
    await vi.advanceTimersByTimeAsync(SILENCE_MS)
    expect((await reading).error).toBeInstanceOf(ConnectionLost)
  })

  test('that falls silent, or is read no further, is let go of', async () => {
    for (const isLeft of [false, true]) {
      const letGo = vi.fn()
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => controller.enqueue(encoder.encode(delta(0, 'half'))),
        cancel: letGo,
      })
      const reading = readEvents(new Response(body), 20)
      await reading.next()
      if (isLeft) await reading.return()
      else await expect(reading.next()).rejects.toBeInstanceOf(ConnectionLost)
      await vi.waitFor(() => expect(letGo).toHaveBeenCalled())
    }
  })
})
