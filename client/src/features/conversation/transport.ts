/**
 * How a turn travels. The server owns history, so only the last message goes out; what comes back is the AI
 * SDK's stream, watched so that one which merely stops is never mistaken for one which ended.
 */
import { DefaultChatTransport, type UIMessageChunk } from 'ai'
import { paths } from '../../api/endpoints'
import { ConnectionLost, call } from '../../api/http'
import type { SendBody } from '../../api/types'
import { type Message, toStoredParts } from './messages'
import { pollAnswer } from './poll'

/** Said to `sendMessage` and `regenerate`; turned into the wire's names below, and nothing else gets out. */
export interface TurnWishes {
  personaId?: string | null
  /** One of the persona's sides. */
  profileId?: string | null
  /** The model to ask first; absent or null leaves it to the server. */
  modelName?: string | null
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
  const wished = {
    ...(wishes.personaId ? { selectedPersonaId: wishes.personaId } : {}),
    ...(wishes.profileId ? { selectedProfileId: wishes.profileId } : {}),
    selectedModel: wishes.modelName ?? null,
  }
  if (trigger === 'regenerate-message') return { id, trigger, ...(messageId ? { messageId } : {}), ...wished }
  const last = messages.at(-1)
  if (last?.role !== 'user') throw new Error('Only a message of the person can be sent.')
  return {
    id,
    message: { id: last.id, role: 'user', parts: toStoredParts(last) },
    ...wished,
    selectedVisibility: 'private',
    trigger,
    ...(wishes.editedId ? { messageId: wishes.editedId } : {}),
  }
}

/** Passes every chunk on; a stream that closes without saying that it ended fails as a lost connection. */
export function untilItsEnd(stream: ReadableStream<UIMessageChunk>): ReadableStream<UIMessageChunk> {
  const reader = stream.getReader()
  let hasEnded = false
  return new ReadableStream<UIMessageChunk>({
    async pull(controller) {
      // A read that fails and a stream that closes early are the same to a person: the line went dead.
      const { done, value } = await reader.read().catch(() => ({ done: true, value: undefined }) as const)
      if (done) {
        if (hasEnded) controller.close()
        else controller.error(new ConnectionLost())
        return
      }
      hasEnded ||= value.type === 'finish' || value.type === 'error' || value.type === 'abort'
      controller.enqueue(value)
    },
    cancel: (reason) => reader.cancel(reason),
  })
}

interface TransportHooks {
  /** The server has taken the message: from here on it is stored, whatever happens to this page. */
  onAccepted: () => void
}

export class HoldfastTransport extends DefaultChatTransport<Message> {
  /** Live is better; polling passes through proxies that hold streams back. */
  rejoinBy: 'stream' | 'polling' = 'stream'

  constructor(hooks: TransportHooks) {
    super({
      api: paths.chat,
      prepareSendMessagesRequest: ({ id, messages, trigger, messageId, body }) => ({
        body: toSendBody({
          id,
          messages,
          trigger: trigger as SendBody['trigger'],
          messageId,
          wishes: (body ?? {}) as TurnWishes,
        }),
      }),
      prepareReconnectToStreamRequest: ({ id }) => ({ api: paths.resume(id) }),
      fetch: async (path, init) => {
        const response = await call(path, init)
        if (init?.method === 'POST') hooks.onAccepted()
        return response
      },
    })
  }

  override async reconnectToStream(
    options: Parameters<DefaultChatTransport<Message>['reconnectToStream']>[0],
  ) {
    if (this.rejoinBy === 'polling') return pollAnswer(options.chatId, { signal: options.abortSignal })
    return super.reconnectToStream(options)
  }

  protected override processResponseStream(stream: ReadableStream<Uint8Array<ArrayBufferLike>>) {
    return untilItsEnd(super.processResponseStream(stream))
  }
}
