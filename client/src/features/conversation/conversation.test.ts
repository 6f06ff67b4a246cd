/** The promises of a chat, against a server that misbehaves. Only `fetch` is faked. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { pollStream } from '../../api/endpoints'
import type { MessagePage, SendBody, StoredMessage } from '../../api/types'
import { Conversation, type ConversationParts } from './conversation'
import { type Message, textOf, wasRestarted } from './messages'

/** Against hanging only. */
const SOON = 30_000

const encoder = new TextEncoder()
type Step = () => Response | Promise<Response>

function sse(chunks: object[], { cut = false, from = 0 } = {}): Response {
  const lines = chunks.map((chunk, at) => `id: ${from + at}\ndata: ${JSON.stringify(chunk)}\n\n`)
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const line of lines) controller.enqueue(encoder.encode(line))
      if (!cut) controller.enqueue(encoder.encode('data: [DONE]\n\n'))
      controller.close()
    },
  })
  return new Response(body, {
    status: 200,
    headers: { 'content-type': 'text/event-stream', 'x-holdfast-stream-id': 's1' },
  })
}

const start = { type: 'start', messageId: 'a1', messageMetadata: { turnId: 'turn-1' } }
const words = (delta: string): [object, object, object] => [
  { type: 'text-start', id: 't' },
  { type: 'text-delta', id: 't', delta },
  { type: 'text-end', id: 't' },
]
const refusal = (status: number, code: string, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify({ error: { code, message: `${code}.` } }), { status, headers })

let steps: Record<'POST' | 'GET', Step[]>
let sent: SendBody[]
let resumed: [path: string, after: string | null][]
let stored: StoredMessage[]

function keep(role: 'user' | 'assistant', id: string, text: string): void {
  const parts = [{ type: 'text' as const, text }]
  const rest = {
    createdAt: '2026-11-15T10:00:00Z',
    model: null,
    costUsd: null,
    feedback: null,
    isBookmarked: false,
    siblings: [id],
    endedBecause: null,
  }
  stored.push({ id, role, parts, status: 'complete', turnId: 'turn-1', ...rest })
}

function open(change: Partial<ConversationParts> = {}) {
  const told = { giveBack: vi.fn(), onSending: vi.fn(), onAccepted: vi.fn(), onTurnOver: vi.fn() }
  const page = async (): Promise<MessagePage> => ({
    chat: {} as never,
    messages: stored,
    hasMore: false,
    hasLater: false,
    isMine: true,
    author: null,
  })
  const conversation = new Conversation({
    chatId: 'c1',
    messages: [],
    hasEarlier: false,
    load: page,
    check: () => pollStream('c1', 0),
    tellServerToStop: vi.fn(async () => {}),
    wait: async () => {},
    ...told,
    ...change,
  })
  const isOver = () => vi.waitFor(() => expect(told.onTurnOver).toHaveBeenCalled(), SOON)
  return { conversation, ...told, isOver }
}

const hello = { text: 'Hello', files: [] }
const last = (conversation: Conversation) => conversation.chat.messages.at(-1)

beforeEach(() => {
  steps = { POST: [], GET: [] }
  sent = []
  resumed = []
  stored = []
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const method = (init.method ?? 'GET') as 'POST' | 'GET'
    if (method === 'POST') sent.push(JSON.parse(String(init.body)))
    if (path.includes('/stream')) resumed.push([path, new Headers(init.headers).get('last-event-id')])
    const step = steps[method].shift()
    if (!step) return new Response(null, { status: 204 })
    return step()
  })
})
afterEach(() => vi.unstubAllGlobals())

const shown = (conversation: Conversation) => conversation.chat.messages.map((message) => message.id)

describe('a conversation', () => {
  test('shows nothing any more that was deleted elsewhere', async () => {
    keep('user', 'q1', 'a secret')
    keep('assistant', 'a1', 'Kept.')
    keep('user', 'q2', 'more')
    const { conversation } = open()
    await conversation.refresh()
    stored = stored.slice(2)
    await conversation.refresh()
    expect(shown(conversation)).toEqual(['q2'])
  })

  test('loads as far up as the version that was chosen', async () => {
    for (const id of ['q1', 'q2', 'q3', 'q4', 'q5']) keep('user', id, id)
    const load = async (before: string | null): Promise<MessagePage> => {
      const at = before === null ? stored.length : stored.findIndex((message) => message.id === before)
      const messages = stored.slice(Math.max(0, at - 1), at)
      return { chat: {} as never, messages, hasMore: at > 1, hasLater: false, isMine: true, author: null }
    }
    const { conversation } = open({ load })
    await conversation.refreshTo('q2')
    expect(shown(conversation)).toEqual(['q2', 'q3', 'q4', 'q5'])
  })

  test('another version is shown with the first answer of the server: nothing is waited for', async () => {
    keep('user', 'q1', 'Hello')
    keep('assistant', 'a2', 'The other answer')
    const shown: Message[] = [
      { id: 'q1', role: 'user', parts: [{ type: 'text', text: 'Hello' }] },
      { id: 'a1', role: 'assistant', parts: [{ type: 'text', text: 'One answer' }] },
    ]
    const wait = vi.fn(async () => {})
    const load = vi.fn(async () => ({
      chat: {} as never,
      messages: stored,
      hasMore: false,
      hasLater: false,
      isMine: true,
      author: null,
    }))
    const { conversation } = open({ messages: shown, wait, load })
    await conversation.refreshTo('a2')
    expect(conversation.chat.messages.map(({ id }) => id)).toEqual(['q1', 'a2'])
    expect(load).toHaveBeenCalledOnce()
    expect(wait).not.toHaveBeenCalled()
  })

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

  test('goes on with an answer that broke off, and says nothing twice', async () => {
    const [begin, half, end] = words('Half ')
    steps.POST = [() => sse([start, begin, half], { cut: true })]
    steps.GET = [
      () => Promise.reject(new TypeError('network')),
      () => sse([{ type: 'text-delta', id: 't', delta: 'an answer.' }, end, { type: 'finish' }], { from: 3 }),
    ]
    const { conversation, isOver } = open({ load: async () => Promise.reject(new Error('away')) })
    conversation.say(hello, {})
    await isOver()
    const answer = last(conversation)
    expect(answer && textOf(answer)).toBe('Half an answer.')
    expect(conversation.chat.messages).toHaveLength(2)
    expect(resumed).toEqual(Array(2).fill(['/api/chat/c1/stream?streamId=s1', '2']))
    expect(conversation.getStanding()).toMatchObject({ phase: 'idle', trouble: null })
  })

  test('shows one clean answer when the server began it anew, and remembers that it did', async () => {
    const [begin, half] = words('The old hal')
    const again = [{ type: 'finish-step' }, { type: 'data-restarted', data: { number: 1, keptSeq: 2 } }]
    steps.POST = [() => sse([start, begin, half], { cut: true })]
    steps.GET = [() => sse([...again, ...words('The new whole.'), { type: 'finish' }], { from: 1_000_000 })]
    const load = vi.fn(async () => Promise.reject(new Error('away')))
    const { conversation, isOver } = open({ load })
    conversation.say(hello, {})
    await isOver()
    expect(textOf(last(conversation) as Message)).toBe('The new whole.')
    keep('user', sent[0]?.message?.id ?? 'q', 'Hello')
    keep('assistant', 'a1', 'The new whole.')
    stored.at(-1)?.parts.unshift({ type: 'data-restarted', data: { number: 1 } })
    load.mockImplementation(async () => ({ messages: stored, hasMore: false }) as never)
    await conversation.refresh()
    const answer = last(conversation) as Message
    expect(textOf(answer)).toBe('The new whole.')
    expect(wasRestarted(answer)).toBe(true)
  })

  test('keeps a message that was taken, whatever is said about its answer later', async () => {
    steps.POST = [() => sse([start, ...words('Half ')], { cut: true })]
    steps.GET = [() => refusal(403, 'forbidden')]
    const { conversation, isOver, giveBack } = open({ load: async () => Promise.reject(new Error('away')) })
    conversation.say(hello, {})
    await isOver()
    expect(giveBack).not.toHaveBeenCalled()
    expect(conversation.chat.messages).toHaveLength(2)
    expect(conversation.getStanding().trouble).toEqual({ kind: 'failed', sentence: 'forbidden.' })
  })

  test('gives the words back to a server that is about to restart, and says when to send them again', async () => {
    steps.POST = [() => refusal(503, 'closing', { 'retry-after': '5' }), () => refusal(503, 'no_tools')]
    const { conversation, isOver, giveBack, onTurnOver } = open()
    conversation.say(hello, {})
    await isOver()
    expect(giveBack).toHaveBeenCalledExactlyOnceWith(hello, null)
    expect(conversation.getStanding().trouble).toMatchObject({ kind: 'refused', isForLater: true })
    onTurnOver.mockClear()
    conversation.say(hello, {})
    await isOver()
    expect(conversation.getStanding().trouble).toMatchObject({ kind: 'refused', isForLater: false })
  })

  test('tells the server to stop once more when it is back', async () => {
    let comeBack: (response: Response) => void = () => {}
    steps.POST = [() => sse([start, ...words('Half ')], { cut: true })]
    steps.GET = [() => new Promise<Response>((resolve) => (comeBack = resolve))]
    const tellServerToStop = vi.fn(async () => Promise.reject(new Error('away')))
    const { conversation, isOver } = open({ tellServerToStop })
    conversation.say(hello, {})
    await vi.waitFor(() => expect(conversation.getStanding().phase).toBe('rejoining'), SOON)
    conversation.stop()
    comeBack(sse([{ type: 'abort' }], { from: 4 }))
    await isOver()
    expect(tellServerToStop).toHaveBeenCalledTimes(2)
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
    expect(sent).toHaveLength(3)
  })

  test('sends the same message once more when the line is back, without being asked', async () => {
    const down = () => Promise.reject(new TypeError('Failed to fetch'))
    steps.POST = [down, down, down, () => sse([start, ...words('Hi.'), { type: 'finish' }])]
    const { conversation, isOver, onAccepted } = open()
    conversation.say(hello, {})
    await isOver()
    await conversation.lookAgain({ isBackOnline: true })
    await vi.waitFor(() => expect(onAccepted).toHaveBeenCalledOnce(), SOON)
    expect(sent.at(-1)).toEqual(sent[0])
  })

  test('does not wait for an answer that failed before its first word', async () => {
    steps.POST = [
      () => sse([start, { type: 'start-step' }, { type: 'error', errorText: 'The model is away.' }]),
    ]
    const wait = vi.fn(async () => {})
    const { conversation, isOver } = open({ wait })
    conversation.say(hello, {})
    keep('user', sent[0]?.message?.id ?? 'q', 'Hello')
    await isOver()
    expect(wait).not.toHaveBeenCalled()
    expect(conversation.getStanding().trouble).toEqual({ kind: 'failed', sentence: 'The model is away.' })
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
    await vi.waitFor(() => expect(sent).toHaveLength(1), SOON)
    conversation.stop()
    expect(tellServerToStop).not.toHaveBeenCalled()
    answer(sse([start, ...words('Ha'), { type: 'abort' }]))
    await isOver()
    expect(tellServerToStop).toHaveBeenCalledTimes(1)
  })
})
