import { useChat } from '@ai-sdk/react'
import { useRef, useState, useSyncExternalStore } from 'react'
import { chats, pollStream } from '../../api/endpoints'
import { Conversation, type ConversationParts } from './conversation'
import { useStreamRecovery } from './use-stream-recovery'

type Given = Pick<
  ConversationParts,
  'chatId' | 'messages' | 'hasEarlier' | 'giveBack' | 'onSending' | 'onAccepted' | 'onTurnOver'
>

/** One `Conversation` for the life of the page, and what it shows right now. */
export function useConversation(given: Given) {
  const latest = useRef(given)
  latest.current = given

  const [conversation] = useState(
    () =>
      new Conversation({
        chatId: given.chatId,
        messages: given.messages,
        hasEarlier: given.hasEarlier,
        load: (before) => chats.messages(given.chatId, before),
        check: () => pollStream(given.chatId, 0),
        tellServerToStop: () => chats.stop(given.chatId),
        giveBack: (words, editedId) => latest.current.giveBack(words, editedId),
        onSending: (id, words) => latest.current.onSending(id, words),
        onAccepted: () => latest.current.onAccepted(),
        onTurnOver: () => latest.current.onTurnOver(),
      }),
  )
  const standing = useSyncExternalStore(conversation.subscribe, conversation.getStanding)
  const { messages } = useChat({ chat: conversation.chat, experimental_throttle: 40 })
  useStreamRecovery(conversation)

  return {
    conversation,
    messages,
    trouble: standing.trouble,
    hasEarlier: standing.hasEarlier,
    isBusy: standing.phase !== 'idle',
    /** Connected once, not now: the page is trying to get back. */
    isRejoining: standing.phase === 'rejoining',
  }
}
