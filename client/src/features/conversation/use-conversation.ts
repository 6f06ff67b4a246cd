import { useChat } from '@ai-sdk/react'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { chats } from '../../api/endpoints'
import { Conversation, type ConversationParts } from './conversation'

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
        tellServerToStop: () => chats.stop(given.chatId),
        giveBack: (words, editedId) => latest.current.giveBack(words, editedId),
        onSending: (id, words) => latest.current.onSending(id, words),
        onAccepted: () => latest.current.onAccepted(),
        onTurnOver: () => latest.current.onTurnOver(),
      }),
  )
  const standing = useSyncExternalStore(conversation.subscribe, conversation.getStanding)
  const { messages, status } = useChat({ chat: conversation.chat, experimental_throttle: 40 })

  useEffect(() => {
    conversation.open()
    const look = () => {
      if (document.visibilityState === 'visible' && conversation.chat.messages.length > 0)
        void conversation.lookAgain()
    }
    // A moment later, so that React's rehearsal of effects in development does not start it twice.
    const timer = setTimeout(look)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', look)
      conversation.close()
    }
  }, [conversation])

  const isStreaming = status === 'streaming'
  return {
    conversation,
    messages,
    trouble: standing.trouble,
    hasEarlier: standing.hasEarlier,
    isBusy: standing.phase !== 'idle',
    isStreaming,
    /** Connected once, not now: the page is trying to get back. */
    isRejoining: standing.phase === 'rejoining' && !isStreaming,
  }
}
