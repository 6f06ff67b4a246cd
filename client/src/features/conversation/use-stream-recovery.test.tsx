/** What a page does that opens a chat in the middle of an answer. Only `fetch` and the clock are faked. */
import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { chats, pollStream } from '../../api/endpoints'
import type { StoredMessage, StreamState } from '../../api/types'
import { Conversation } from './conversation'
import { type Message, textOf } from './messages'
import { useStreamRecovery } from './use-stream-recovery'

const encoder = new TextEncoder()
const question: Message = { id: 'q1', role: 'user', parts: [{ type: 'text', text: 'Hello' }] }
const opening = [
  { type: 'start', messageId: 'a1', messageMetadata: { turnId: 'turn-1' } },
  { type: 'text-start', id: 't0' },
]
const delta = (text: string) => ({ type: 'text-delta', id: 't0', delta: text })
const finish = { type: 'finish', messageMetadata: { status: 'completed' } }

type Responder = (request: { path: string; headers: Headers }) => Response | Promise<Response>
let asked: { path: string; at: number; lastEventId: string | null }[]
let onPoll: Responder
let onLive: Responder
let stored: StoredMessage[]

const nothing = () => new Response(null, { status: 204 })
const unreachable = () => Promise.reject(new TypeError('network'))

function active(chunks: object[], fromSeq = 0, change: Partial<StreamState> = {}): Response {
  const numbered = chunks.map((data, at) => ({ seq: fromSeq + at, data }))
  const state = {
    streamId: 's',
    status: 'active',
    isActive: true,
    isStale: false,
    chunks: numbered,
    metadata: {},
  }
  return Response.json({ ...state, ...change })
}

/** A live stream that stays open, and the hand that writes it. */
function line() {
  let pen: ReadableStreamDefaultController<Uint8Array>
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      pen = controller
    },
  })
  return {
    response: new Response(body, { headers: { 'content-type': 'text/event-stream' } }),
    write: (seq: number, chunk: object) =>
      pen.enqueue(encoder.encode(`id: ${seq}\ndata: ${JSON.stringify(chunk)}\n\n`)),
    end: () => [pen.enqueue(encoder.encode('data: [DONE]\n\n')), pen.close()],
    cut: () => pen.close(),
  }
}

function keep(
  role: 'user' | 'assistant',
  id: string,
  text: string,
  status: StoredMessage['status'] = 'complete',
) {
  const rest = {
    createdAt: '2026-11-15T10:00:00Z',
    model: null,
    costUsd: null,
    feedback: null,
    isBookmarked: false,
    siblings: [id],
    endedBecause: null,
  }
  stored.push({ id, role, parts: [{ type: 'text', text }], status, turnId: 'turn-1', ...rest })
}

const polls = () => asked.filter(({ path }) => path.startsWith('/api/chat?'))
const lives = () => asked.filter(({ path }) => path.startsWith('/api/chat/c1/stream'))
const loads = () => asked.filter(({ path }) => path.startsWith('/api/chats/messages'))
const fromSeqs = () =>
  polls().map(({ path }) => Number(new URLSearchParams(path.split('?')[1]).get('fromSeq')))

async function mount(messages: Message[] = [question]) {
  const conversation = new Conversation({
    chatId: 'c1',
    messages,
    hasEarlier: false,
    load: (before) => chats.messages('c1', before),
    check: () => pollStream('c1', 0),
    tellServerToStop: async () => {},
    giveBack: () => {},
    onSending: () => {},
    onAccepted: () => {},
    onTurnOver: () => {},
  })
  const hook = renderHook(() => useStreamRecovery(conversation))
  await pass(0)
  const text = () => conversation.chat.messages.slice(1).map(textOf).join('|')
  return { conversation, hook, text }
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

beforeEach(() => {
  vi.useFakeTimers()
  asked = []
  stored = []
  onPoll = nothing
  onLive = unreachable
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers)
    asked.push({ path, at: Date.now(), lastEventId: headers.get('last-event-id') })
    if (path.startsWith('/api/chats/messages')) {
      return Response.json({
        chat: {},
        messages: stored,
        hasMore: false,
        hasLater: false,
        isMine: true,
        author: null,
      })
    }
    return path.startsWith('/api/chat?') ? onPoll({ path, headers }) : onLive({ path, headers })
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('opening a chat in the middle of an answer', () => {
  test('checks at once and applies what was recovered', async () => {
    onPoll = () => active([...opening, delta('What is '), delta('kept')])
    onLive = () => line().response
    const { hook, text } = await mount()
    expect(fromSeqs()).toEqual([0])
    expect(text()).toBe('What is kept')
    expect(hook.result.current.isRecovering).toBe(true)
  })

  test('goes on live behind what was recovered, and polls no more', async () => {
    const live = line()
    onPoll = () => active([...opening, delta('What is ')])
    onLive = () => live.response
    const { hook, text } = await mount()
    expect(lives()).toMatchObject([{ path: '/api/chat/c1/stream?streamId=s', lastEventId: '2' }])
    live.write(3, delta('kept '))
    live.write(4, delta('holds.'))
    live.write(5, finish)
    keep('user', 'q1', 'Hello')
    keep('assistant', 'a1', 'What is kept holds.')
    live.end()
    await pass(2000)
    expect(text()).toBe('What is kept holds.')
    expect(polls()).toHaveLength(1)
    expect(hook.result.current.isRecovering).toBe(false)
  })

  test('polls every half second from the next chunk on, where no live stream gets through', async () => {
    const said = [...opening, delta('one ')]
    onPoll = ({ path }) => {
      const fromSeq = Number(new URLSearchParams(path.split('?')[1]).get('fromSeq'))
      return active(said.slice(fromSeq), fromSeq)
    }
    const { hook, text } = await mount()
    await pass(7000)
    expect(lives()).toHaveLength(4)
    const from = polls().length
    said.push(delta('two '))
    await pass(500)
    expect(text()).toBe('one two ')
    said.push(delta('three'))
    await pass(500)
    expect(text()).toBe('one two three')
    expect(fromSeqs().slice(from)).toEqual([3, 4])
    const [first, second] = polls().slice(from)
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBe(500)
    expect(hook.result.current.isRecovering).toBe(true)
    expect(lives()).toHaveLength(4)
  })

  test('fetches the final messages when nothing is being written any more', async () => {
    const answers = [active([...opening, delta('The who')]), active([], 3)]
    onPoll = () => answers.shift() ?? nothing()
    const { hook, text } = await mount()
    expect(loads()).toHaveLength(0)
    keep('user', 'q1', 'Hello')
    keep('assistant', 'a1', 'The whole answer.')
    await pass(10_000)
    expect(loads()).toHaveLength(1)
    expect(text()).toBe('The whole answer.')
    expect(hook.result.current).toEqual({ isRecovering: false, isInterrupted: false, composer: null })
  })

  test('asks no further once the stream is stale, and says that it was interrupted', async () => {
    onPoll = () => active([], 0, { status: 'interrupted', isActive: false, isStale: true })
    keep('user', 'q1', 'Hello')
    keep('assistant', 'a1', 'Half an ans', 'partial')
    const { hook, conversation, text } = await mount()
    await pass(5000)
    expect(polls()).toHaveLength(1)
    expect(lives()).toHaveLength(0)
    expect(hook.result.current).toMatchObject({ isRecovering: false, isInterrupted: true })
    expect(text()).toBe('Half an ans')
    expect(conversation.chat.messages.at(-1)?.metadata?.status).toBe('partial')
  })

  test('knows the document that is being written', async () => {
    const metadata = { composerDocumentId: 'd1', kind: 'text', title: 'Plan', partialContent: '# Pl' }
    onPoll = () => active([...opening, delta('Writing')], 0, { metadata })
    onLive = () => line().response
    const { hook } = await mount()
    expect(hook.result.current.composer).toEqual({
      documentId: 'd1',
      kind: 'text',
      title: 'Plan',
      content: '# Pl',
    })
  })

  test('shows an answer that another page asked for anew, in the place of the old one', async () => {
    keep('user', 'q1', 'Hello')
    keep('assistant', 'a0', 'The old answer.')
    onPoll = () => active([...opening, delta('A new')])
    onLive = () => line().response
    const old: Message = {
      id: 'a0',
      role: 'assistant',
      parts: [{ type: 'text', text: 'The old answer.' }],
      metadata: { status: 'complete' },
    }
    const { text } = await mount([question, old])
    expect(text()).toBe('A new')
  })

  test('looks again when the browser is back online', async () => {
    keep('user', 'q1', 'Hello')
    const { text } = await mount()
    expect(polls()).toHaveLength(1)
    onPoll = () => active([...opening, delta('Found')])
    onLive = () => line().response
    window.dispatchEvent(new Event('online'))
    await pass(0)
    expect(text()).toBe('Found')
  })

  test('goes on after a deploy by the last chunk that arrived', async () => {
    const [old, fresh] = [line(), line()]
    const lines = [old.response, fresh.response]
    onPoll = () => active([...opening, delta('Before ')])
    onLive = () => lines.shift() ?? unreachable()
    const { conversation, text } = await mount()
    old.write(3, delta('and '))
    old.cut()
    await pass(0)
    expect(conversation.getStanding().phase).toBe('rejoining')
    await pass(400)
    expect(lives().at(-1)?.lastEventId).toBe('3')
    expect(conversation.getStanding().phase).toBe('answering')
    fresh.write(4, delta('after.'))
    await pass(50)
    expect(text()).toBe('Before and after.')
  })
})
