import { describe, expect, test, vi } from 'vitest'
import type { StreamState } from '../../api/types'
import { POLL_EVERY_MS, pollAnswer } from './poll'

function state(chunks: StreamState['chunks'], change: Partial<StreamState> = {}): StreamState {
  return { streamId: 's', status: 'active', isActive: true, isStale: false, chunks, metadata: {}, ...change }
}
const delta = (seq: number, text: string) => ({ seq, data: { type: 'text-delta', id: 't', delta: text } })
const stale = state([], { isActive: false, isStale: true, status: 'interrupted' })

async function textOf(told: ReturnType<typeof pollAnswer>): Promise<string> {
  let text = ''
  for await (const { chunk } of told) if (chunk.type === 'text-delta') text += chunk.delta
  return text
}
const answering = (answers: (StreamState | null)[]) =>
  vi.fn(async (_chatId: string, _fromSeq: number) => answers.shift() ?? null)

describe('polling an answer', () => {
  test('asks every half second from the next chunk on, and joins the text', async () => {
    const poll = answering([state([delta(0, 'What '), delta(1, 'is ')]), state([delta(2, 'kept ')]), null])
    const sleep = vi.fn(async () => {})
    expect(await textOf(pollAnswer('c', 0, { poll, sleep }))).toBe('What is kept ')
    expect(poll.mock.calls.map(([, fromSeq]) => fromSeq)).toEqual([0, 2, 3])
    expect(sleep).toHaveBeenCalledTimes(2)
    expect(sleep).toHaveBeenCalledWith(POLL_EVERY_MS)
    expect(POLL_EVERY_MS).toBe(500)
  })

  test('goes on behind what has arrived already', async () => {
    const poll = answering([state([delta(5, 'rest')]), null])
    expect(await textOf(pollAnswer('c', 5, { poll, sleep: async () => {} }))).toBe('rest')
    expect(poll.mock.calls[0]?.[1]).toBe(5)
  })

  test('never says a chunk twice when the server repeats itself', async () => {
    const poll = answering([state([delta(0, 'once ')]), state([delta(0, 'once '), delta(1, 'only')]), null])
    expect(await textOf(pollAnswer('c', 0, { poll, sleep: async () => {} }))).toBe('once only')
  })

  test('ends at once where nothing is being written', async () => {
    const poll = answering([null])
    expect(await textOf(pollAnswer('c', 0, { poll }))).toBe('')
    expect(poll).toHaveBeenCalledTimes(1)
  })

  test('stops at a stale stream', async () => {
    const poll = answering([state([delta(0, 'half')]), stale])
    expect(await textOf(pollAnswer('c', 0, { poll, sleep: async () => {} }))).toBe('half')
    expect(poll).toHaveBeenCalledTimes(2)
  })

  test('stops where another answer is being written: what it was to follow is over', async () => {
    const poll = answering([state([delta(0, 'mine')]), state([delta(0, 'not mine')], { streamId: 'other' })])
    expect(await textOf(pollAnswer('c', 0, { poll, streamId: 's', sleep: async () => {} }))).toBe('mine')
  })

  test('stops when nobody wants to know any more', async () => {
    const leaving = new AbortController()
    const poll = answering([state([delta(0, 'half')]), state([delta(1, ' more')])])
    leaving.abort()
    expect(await textOf(pollAnswer('c', 0, { poll, signal: leaving.signal }))).toBe('half')
    expect(poll).toHaveBeenCalledTimes(1)
  })
})
