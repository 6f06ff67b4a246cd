import type { UIMessageChunk } from 'ai'
import { describe, expect, test, vi } from 'vitest'
import type { StreamState } from '../../api/types'
import { POLL_EVERY_MS, pollAnswer } from './poll'

function state(chunks: StreamState['chunks'], change: Partial<StreamState> = {}): StreamState {
  return { streamId: 's', status: 'active', isActive: true, isStale: false, chunks, ...change }
}
const delta = (seq: number, text: string) => ({ seq, data: { type: 'text-delta', id: 't', delta: text } })

async function textOf(stream: ReadableStream<UIMessageChunk> | null): Promise<string> {
  let text = ''
  const reader = stream?.getReader()
  for (;;) {
    const next = await reader?.read()
    if (!next || next.done) return text
    if (next.value.type === 'text-delta') text += next.value.delta
  }
}

describe('polling an answer', () => {
  test('asks every half second from the next chunk on, and joins the text', async () => {
    const answers = [state([delta(0, 'What '), delta(1, 'is ')]), state([delta(2, 'kept ')]), null]
    const poll = vi.fn(async () => answers.shift() ?? null)
    const sleep = vi.fn(async () => {})
    expect(await textOf(await pollAnswer('c', { poll, sleep }))).toBe('What is kept ')
    expect(poll.mock.calls.map((call) => (call as unknown[])[1])).toEqual([0, 2, 3])
    expect(sleep).toHaveBeenCalledWith(POLL_EVERY_MS)
  })

  test('never says a chunk twice when the server repeats itself', async () => {
    const answers = [state([delta(0, 'once ')]), state([delta(0, 'once '), delta(1, 'only')]), null]
    const poll = async () => answers.shift() ?? null
    expect(await textOf(await pollAnswer('c', { poll, sleep: async () => {} }))).toBe('once only')
  })

  test('finds nothing where nothing is being written', async () => {
    expect(await pollAnswer('c', { poll: async () => null })).toBeNull()
  })

  test('stops at a stale stream', async () => {
    const poll = vi.fn(async () => state([], { isActive: false, isStale: true, status: 'interrupted' }))
    expect(await pollAnswer('c', { poll })).toBeNull()
    expect(poll).toHaveBeenCalledTimes(1)
  })

  test('reads chunks that were stored as sent lines, and skips what is no chunk', async () => {
    const line = { seq: 0, data: 'data: {"type":"text-delta","id":"t","delta":"line"}' }
    const answers = [state([line, { seq: 1, data: 'data: [DONE]' }]), null]
    const poll = async () => answers.shift() ?? null
    expect(await textOf(await pollAnswer('c', { poll, sleep: async () => {} }))).toBe('line')
  })
})
