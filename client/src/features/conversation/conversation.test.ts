/** The promises of a chat, against a server that misbehaves. Only `fetch` is faked. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { MessagePage, SendBody, StoredMessage } from '../../api/types'
import { Conversation, type ConversationParts } from './conversation'
import { textOf } from './messages'

const encoder = new TextEncoder()
type Step = () => Response | Promise<Response>

function sse(chunks: object[], { cut = false } = {}): Response {
  const lines = chunks.map((chunk, seq) => `id: ${seq}\ndata: ${JSON.stringify(chunk)}\n\n`)
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const line of lines) controller.enqueue(encoder.encode(line))
      if (!cut) controller.enqueue(encoder.encode('data: [DONE]\n\n'))
      controller.close()
    },
  })
  return new Response(body, { status: 200, headers: { 'content-type': 'text/event-stream' } })
}

const start = { type: 'start', messageId: 'a1', messageMetadata: { turnId: 'turn-1' } }
const words = (delta: string) => [
  { type: 'text-start', id: 't' },
  { type: 'text-delta', id: 't', delta },
  { type: 'text-end', id: 't' },
]
const refusal = (status: number, code: string, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify({ error: { code, message: `${code}.` } }), { status, headers })

let steps: Record<'POST' | 'GET', Step[]>
let sent: SendBody[]
let stored: StoredMessage[]

function keep(role: 'user' | 'assistant', id: string, text: string): void {
  const parts = [{ type: 'text' as const, text }]
  const rest = { createdAt: '2026-11-15T10:00:00Z', model: null, feedback: null, siblings: [id] }
  stored.push({ id, role, parts, status: 'complete', turnId: 'turn-1', ...rest })
}

function open(change: Partial<ConversationParts> = {}) {
  const told = { giveBack: vi.fn(), onSending: vi.fn(), onAccepted: vi.fn(), onTurnOver: vi.fn() }
  const page = async (): Promise<MessagePage> => ({
    chat: {} as never,
    messages: stored,
    hasMore: false,
    isMine: true,
  })
  const conversation = new Conversation({
    chatId: 'c1',
    messages: [],
    hasEarlier: false,
    load: page,
    tellServerToStop: vi.fn(async () => {}),
    wait: async () => {},
    ...told,
    ...change,
  })
  const isOver = () => vi.waitFor(() => expect(told.onTurnOver).toHaveBeenCalled())
  return { conversation, ...told, isOver }
}

const hello = { text: 'Hello', files: [] }
const last = (conversation: Conversation) => conversation.chat.messages.at(-1)

beforeEach(() => {
  steps = { POST: [], GET: [] }
  sent = []
  stored = []
  vi.stubGlobal('fetch', async (_path: string, init: RequestInit) => {
    const method = (init.method ?? 'GET') as 'POST' | 'GET'
    if (method === 'POST') sent.push(JSON.parse(String(init.body)))
    const step = steps[method].shift()
    if (!step) return new Response(null, { status: 204 })
    return step()
  })
})
afterEach(() => vi.unstubAllGlobals())

describe('a conversation', () => {
  test('sends once, however often Send is pressed', async () => {
    steps.POST = [() => sse([start, ...words('Hi.'), { type: 'finish' }])]
    const { conversation, isOver } = open()
    expect(conversation.say(hello, {})).toBe(true)
    expect(conversation.say(hello, {})).toBe(false)
    keep('user', sent[0]?.message?.id ?? 'q', 'Hello')
    keep('assistant', 'a1', 'Hi.')
    await isOver()
    expect(sent).toHaveLength(1)
  })

  test('rejoins an answer that broke off, and does not say its beginning twice', async () => {
    steps.POST = [() => sse([start, ...words('Half ')], { cut: true })]
    steps.GET = [
      () => Promise.reject(new TypeError('network')),
      () => sse([start, ...words('Half an answer.'), { type: 'finish' }]),
    ]
    const { conversation, isOver } = open({ load: async () => Promise.reject(new Error('away')) })
    conversation.say(hello, {})
    await isOver()
    const answer = last(conversation)
    expect(answer && textOf(answer)).toBe('Half an answer.')
    expect(conversation.chat.messages).toHaveLength(2)
    expect(conversation.getStanding()).toMatchObject({ phase: 'idle', trouble: null })
  })

  test('shows what was stored when the answer ended while nobody listened', async () => {
    steps.POST = [() => sse([start, ...words('Half ')], { cut: true })]
    const { conversation, isOver } = open()
    conversation.say(hello, {})
    keep('user', 'q1', 'Hello')
    keep('assistant', 'a1', 'The whole answer.')
    await isOver()
    const answer = last(conversation)
    expect(answer && textOf(answer)).toBe('The whole answer.')
  })

  test('sends the very same message again when the first try found no server', async () => {
    steps.POST = [
      () => Promise.reject(new TypeError('Failed to fetch')),
      () => sse([start, ...words('Hi.'), { type: 'finish' }]),
    ]
    const { conversation, isOver, onAccepted } = open()
    conversation.say(hello, { personaId: 'sophie' })
    keep('user', 'q', 'Hello')
    keep('assistant', 'a1', 'Hi.')
    await isOver()
    expect(sent).toHaveLength(2)
    expect(sent[1]).toEqual(sent[0])
    expect(onAccepted).toHaveBeenCalledTimes(1)
  })

  test('keeps what could not be sent on the page, with a way to try again', async () => {
    const down = () => Promise.reject(new TypeError('Failed to fetch'))
    steps.POST = [down, down, down]
    const { conversation, isOver, giveBack } = open()
    conversation.say(hello, {})
    await isOver()
    const { trouble } = conversation.getStanding()
    expect(trouble).toMatchObject({ kind: 'unreachable', isStored: false })
    expect(last(conversation)?.role).toBe('user')
    expect(giveBack).not.toHaveBeenCalled()
    await conversation.lookAgain()
    expect(last(conversation)?.role).toBe('user')
  })

  test('gives the words back when the server refuses, and leaves no trace of them', async () => {
    steps.POST = [() => refusal(429, 'quota', { 'retry-after': '30' })]
    const { conversation, isOver, giveBack } = open()
    conversation.say(hello, {})
    await isOver()
    expect(giveBack).toHaveBeenCalledExactlyOnceWith(hello, null)
    expect(conversation.chat.messages).toEqual([])
    expect(conversation.getStanding().trouble?.kind).toBe('refused')
  })

  test('gives a refused edit back to its editor, with the old branch as it was', async () => {
    steps.POST = [() => refusal(413, 'too_large')]
    const before = [
      { id: 'q1', role: 'user' as const, parts: [{ type: 'text' as const, text: 'Old' }] },
      { id: 'a1', role: 'assistant' as const, parts: [{ type: 'text' as const, text: 'Answer' }] },
    ]
    const { conversation, isOver, giveBack } = open({ messages: before })
    conversation.edit('q1', hello, {})
    await isOver()
    expect(giveBack).toHaveBeenCalledExactlyOnceWith(hello, 'q1')
    expect(conversation.chat.messages.map((message) => message.id)).toEqual(['q1', 'a1'])
  })

  test('tells what the server said when an answer fails', async () => {
    steps.POST = [() => sse([start, ...words('Well'), { type: 'error', errorText: 'The model went away.' }])]
    const { conversation, isOver } = open()
    conversation.say(hello, {})
    await isOver()
    expect(conversation.getStanding().trouble).toEqual({ kind: 'failed', sentence: 'The model went away.' })
  })

  test('asks the server to stop, also when Stop came before the server had answered', async () => {
    let answer: (response: Response) => void = () => {}
    steps.POST = [() => new Promise<Response>((resolve) => (answer = resolve))]
    const tellServerToStop = vi.fn(async () => {})
    const { conversation, isOver } = open({ tellServerToStop })
    conversation.say(hello, {})
    await vi.waitFor(() => expect(sent).toHaveLength(1))
    conversation.stop()
    expect(tellServerToStop).not.toHaveBeenCalled()
    answer(sse([start, ...words('Ha'), { type: 'abort' }]))
    await isOver()
    expect(tellServerToStop).toHaveBeenCalledTimes(1)
  })
})
