/**
 * How a turn travels. The server owns history, so only the last message goes out; what comes back is the AI SDK's
 * stream, followed to its end: one that merely stops is taken up again behind the last chunk that arrived.
 */
import type { ChatTransport, UIMessageChunk } from 'ai'
import { open } from '../../api/request'
import type { SendBody, StreamState } from '../../api/types'
import { type Numbered, readEvents } from './events'
import { type Message, toSentParts } from './messages'
import { numbered, pollAnswer } from './poll'
import { joinDeltas } from './recovered'
import { followAnswer, type Source } from './recovery'

/** Said to `sendMessage` and `regenerate`; turned into the wire's names below, and nothing else gets out. */
export interface TurnWishes {
  personaId?: string | null
  /** One of the persona's sides. */
  profileId?: string | null
  /** The model to ask first; absent or null leaves it to the server. */
  modelName?: string | null
  /** An answer that is written again: how long, beside the one before. */
  length?: 'shorter' | 'longer'
  /** Nothing that is remembered is looked up for it. */
  withoutMemory?: boolean
  /** Of a chat that begins with it: nothing of it is remembered. */
  isTemporary?: boolean
  /** The message this one was edited from: it becomes a sibling of it. */
  editedId?: string
}

interface Outgoing {
  id: string
  messages: Message[]
  trigger: SendBody['trigger']
  messageId: string | undefined
  wishes: TurnWishes
}

export function toSendBody({ id, messages, trigger, messageId, wishes }: Outgoing): SendBody {
  const wished = wishedOf(wishes)
  if (trigger === 'regenerate-message') return { id, trigger, ...(messageId ? { messageId } : {}), ...wished }
  const last = messages.at(-1)
  if (last?.role !== 'user') throw new Error('Only a message of the person can be sent.')
  return {
    id,
    message: { id: last.id, role: 'user', parts: toSentParts(last) },
    ...wished,
    selectedVisibility: 'private',
    ...(wishes.isTemporary ? { selectedMemory: 'temporary' as const } : {}),
    trigger,
    ...(wishes.editedId ? { messageId: wishes.editedId } : {}),
  }
}

function wishedOf(wishes: TurnWishes) {
  return {
    ...(wishes.personaId ? { selectedPersonaId: wishes.personaId } : {}),
    ...(wishes.profileId ? { selectedProfileId: wishes.profileId } : {}),
    selectedModel: wishes.modelName ?? null,
    ...(wishes.length ? { selectedLength: wishes.length } : {}),
    ...(wishes.withoutMemory ? { withoutMemory: true } : {}),
  }
}

interface TransportHooks {
  /** The server has taken the message: from here on it is stored, whatever happens to this page. */
  onAccepted: () => void
  /** The line went dead, and we are looking for a way back. */
  onLost: () => void
  /** The server answers again. */
  onReached: () => void
  wait: (ms: number) => Promise<void>
}

/** The answer that is being followed, under the name the server gave it; null until it has. */
interface Followed {
  chatId: string
  streamId: string | null
  signal: AbortSignal | undefined
}

const STREAM_ID = 'x-holdfast-stream-id'
const STREAMED = { accept: 'text/event-stream' }
type Sending = Parameters<ChatTransport<Message>['sendMessages']>[0]
type Rejoining = Parameters<ChatTransport<Message>['reconnectToStream']>[0]

export class HoldfastTransport implements ChatTransport<Message> {
  /** To the SDK a rejoined answer always begins with its start, wherever the line was taken up again. */
  readonly resumeStreamIsReplay = true
  /** The answer that is to go on: it is asked for, and then read like one that is found again. */
  goingOn: { messageId: string; wishes: TurnWishes } | null = null
  /** What the first check has brought already; an answer that is rejoined goes on behind it. */
  recovered: StreamState | null = null

  constructor(private readonly hooks: TransportHooks) {}

  async sendMessages({ chatId, messages, trigger, messageId, body, abortSignal }: Sending) {
    const wishes = (body ?? {}) as TurnWishes
    const response = await open('post', '/api/chat', {
      headers: STREAMED,
      body: toSendBody({ id: chatId, messages, trigger, messageId, wishes }),
      ...(abortSignal ? { signal: abortSignal } : {}),
    })
    this.hooks.onAccepted()
    const followed = { chatId, streamId: response.headers.get(STREAM_ID), signal: abortSignal }
    return this.toItsEnd(followed, readEvents(response))
  }

  async reconnectToStream({ chatId, abortSignal }: Rejoining) {
    if (this.goingOn) return this.goOn(chatId, this.goingOn, abortSignal)
    const found = this.recovered
    this.recovered = null
    const followed = { chatId, streamId: found?.streamId ?? null, signal: abortSignal }
    return this.toItsEnd(followed, found ? this.behind(found, followed) : this.live(followed, 0))
  }

  /** What was there stays on the page: the stream tells the whole answer, from its first word. */
  private async goOn(
    chatId: string,
    { messageId, wishes }: NonNullable<HoldfastTransport['goingOn']>,
    signal?: AbortSignal,
  ) {
    this.goingOn = null
    const response = await open('post', '/api/chat', {
      headers: STREAMED,
      body: { id: chatId, trigger: 'continue-message', messageId, ...wishedOf(wishes) },
      ...(signal ? { signal } : {}),
    })
    this.hooks.onAccepted()
    const followed = { chatId, streamId: response.headers.get(STREAM_ID), signal }
    return this.toItsEnd(followed, readEvents(response))
  }

  private toItsEnd(followed: Followed, first: Source): ReadableStream<UIMessageChunk> {
    const { onLost, onReached, wait } = this.hooks
    const { chatId, signal } = followed
    return toStream(
      followAnswer(first, {
        live: (fromSeq) => this.live(followed, fromSeq),
        polled: (fromSeq) => pollAnswer(chatId, fromSeq, { signal, streamId: followed.streamId, onReached }),
        wait,
        onLost,
        signal,
      }),
    )
  }

  private async *behind(found: StreamState, followed: Followed): AsyncGenerator<Numbered, void> {
    const told = numbered(found)
    const nextSeq = (told.at(-1)?.seq ?? -1) + 1
    const joined = joinDeltas(told.map(({ chunk }) => chunk))
    for (const [at, chunk] of joined.entries())
      yield { seq: at === joined.length - 1 ? nextSeq - 1 : null, chunk }
    yield* this.live(followed, nextSeq)
  }

  private async *live(followed: Followed, fromSeq: number): AsyncGenerator<Numbered, void> {
    const { chatId, streamId, signal } = followed
    const response = await open('get', '/api/chat/{chat_id}/stream', {
      path: { chat_id: chatId },
      // With its id: that very answer, and no later one.
      query: { streamId },
      headers: { ...STREAMED, ...(fromSeq > 0 ? { 'last-event-id': String(fromSeq - 1) } : {}) },
      ...(signal ? { signal } : {}),
    })
    this.hooks.onReached()
    followed.streamId ??= response.headers.get(STREAM_ID)
    // 204: it ended while nobody listened.
    if (response.status !== 204) yield* readEvents(response)
  }
}

function toStream(chunks: AsyncGenerator<UIMessageChunk, void>): ReadableStream<UIMessageChunk> {
  return new ReadableStream<UIMessageChunk>({
    async pull(controller) {
      const { done, value } = await chunks.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    cancel() {
      // Not awaited: a generator that waits for bytes returns with the next of them.
      void chunks.return()
    },
  })
}
