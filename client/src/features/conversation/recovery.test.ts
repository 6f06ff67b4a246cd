import type { UIMessageChunk } from 'ai'
import { describe, expect, test, vi } from 'vitest'
import { ApiError, ConnectionLost, NotReached } from '../../api/http'
import type { Numbered } from './events'
import { ATTEMPTS, delayBefore, followAnswer, type Source, type WaysBack } from './recovery'

const word = (seq: number, delta: string): Numbered => ({
  seq,
  chunk: { type: 'text-delta', id: 't', delta },
})
const finish = (seq: number): Numbered => ({ seq, chunk: { type: 'finish' } })

async function* told(chunks: Numbered[], failure?: unknown): Source & AsyncGenerator<Numbered> {
  yield* chunks
  if (failure !== undefined) throw failure
}
const dead = () => told([], new ConnectionLost())
const away = () => told([], new NotReached())

async function read(first: Source, ways: Partial<WaysBack> = {}) {
  const onLost = vi.fn()
  const waits: number[] = []
  const wait = async (ms: number) => void waits.push(ms)
  const chunks: UIMessageChunk[] = []
  let error: unknown = null
  try {
    for await (const chunk of followAnswer(first, { live: away, polled: away, wait, onLost, ...ways }))
      chunks.push(chunk)
  } catch (caught) {
    error = caught
  }
  const text = chunks.map((chunk) => (chunk.type === 'text-delta' ? chunk.delta : '')).join('')
  return { text, kinds: chunks.map((chunk) => chunk.type), error, onLost, waits }
}

describe('following an answer', () => {
  test('that ends as it should needs no way back', async () => {
    const { text, onLost, error } = await read(told([word(0, 'All.'), finish(1)]))
    expect([text, error]).toEqual(['All.', null])
    expect(onLost).not.toHaveBeenCalled()
  })

  test('goes on live behind the last chunk that arrived, without a gap or a double', async () => {
    const live = vi.fn((_: number) => told([word(1, 'and '), word(2, 'half.'), finish(3)]))
    const first = told([word(0, 'Half '), word(1, 'and ')], new ConnectionLost())
    const { text, kinds, onLost } = await read(first, { live })
    expect(live).toHaveBeenCalledExactlyOnceWith(2)
    expect(text).toBe('Half and half.')
    expect(kinds.at(-1)).toBe('finish')
    expect(onLost).toHaveBeenCalledTimes(1)
  })

  test('goes on over a jump in the numbers, which a new writer makes', async () => {
    const live = () => told([word(1_000_000, 'anew'), finish(1_000_001)])
    const { text } = await read(told([word(41, 'old ')], new ConnectionLost()), { live })
    expect(text).toBe('old anew')
  })

  test('polls only where three tries to listen live brought nothing', async () => {
    const live = vi.fn((_: number) => dead())
    const polled = vi.fn((_: number) => told([word(1, 'by polling'), finish(2)]))
    const { text } = await read(told([word(0, 'Heard ')], new ConnectionLost()), { live, polled })
    expect(live).toHaveBeenCalledTimes(3)
    expect(polled).toHaveBeenCalledExactlyOnceWith(1)
    expect(text).toBe('Heard by polling')
  })

  test('listens live again once something new has come', async () => {
    const lines = [dead(), dead(), dead(), told([word(2, 'live'), finish(3)])]
    const live = vi.fn((_: number) => lines.shift() ?? dead())
    const polled = () => told([word(1, 'polled, ')], new NotReached())
    const { text } = await read(told([word(0, 'Heard, ')], new ConnectionLost()), { live, polled })
    expect(text).toBe('Heard, polled, live')
    expect(live).toHaveBeenLastCalledWith(2)
  })

  test('simply ends where the answer ended while nobody listened', async () => {
    const { text, error } = await read(told([word(0, 'Half')], new ConnectionLost()), {
      live: () => told([]),
    })
    expect([text, error]).toEqual(['Half', null])
  })

  test('has ended with its last chunk, whatever happens to the line after it', async () => {
    for (const type of ['finish', 'abort'] as const) {
      const last = { seq: 1, chunk: { type } }
      const { error, onLost } = await read(told([word(0, 'All.'), last], new ConnectionLost()))
      expect(error).toBeNull()
      expect(onLost).not.toHaveBeenCalled()
    }
  })

  test('gives up after ten tries, and says so', async () => {
    const { error, waits, onLost } = await read(told([word(0, 'Half')], new ConnectionLost()))
    expect(error).toBeInstanceOf(NotReached)
    expect(waits).toHaveLength(ATTEMPTS)
    expect(onLost).toHaveBeenCalledTimes(ATTEMPTS)
  })

  test('stops at a refusal: asking again would not change the answer', async () => {
    const live = vi.fn(() => told([], new ApiError(403, {}, null)))
    const { error } = await read(dead(), { live })
    expect(error).toBeInstanceOf(ApiError)
    expect(live).toHaveBeenCalledTimes(1)
  })

  test('does not take a restarting server, or the proxy before it, for a refusal', async () => {
    const answers = [502, 503, 429].map((status) => told([], new ApiError(status, {}, null)))
    const live = () => answers.shift() ?? dead()
    const { text } = await read(dead(), { live, polled: () => told([word(0, 'Back.'), finish(1)]) })
    expect(text).toBe('Back.')
  })

  test('ends quietly when the person has left or stopped it', async () => {
    const leaving = new AbortController()
    leaving.abort()
    const live = vi.fn(() => told([]))
    const { error, onLost } = await read(dead(), { live, signal: leaving.signal })
    expect(error).toBeNull()
    expect(onLost).not.toHaveBeenCalled()
    expect(live).not.toHaveBeenCalled()
  })
})

describe('the wait before another try', () => {
  test('grows, and is never longer than eight seconds', () => {
    const longest = Array.from({ length: ATTEMPTS }, (_, at) => delayBefore(at + 1, null, 1))
    expect(longest).toEqual([400, 800, 1600, 3200, 6400, 8000, 8000, 8000, 8000, 8000])
  })

  test('is spread by chance, so that readers do not come back all at once', () => {
    expect([0, 0.5, 1].map((chance) => delayBefore(2, null, chance))).toEqual([400, 600, 800])
  })

  test('is as long as the server asked for, within reason', () => {
    const inFive = new ApiError(503, {}, new Date(Date.now() + 5000))
    const tomorrow = new ApiError(503, {}, new Date(Date.now() + 86_400_000))
    expect(delayBefore(1, inFive)).toBeGreaterThan(4000)
    expect(delayBefore(1, tomorrow)).toBe(30_000)
  })
})
