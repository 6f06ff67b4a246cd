import { useEffect, useSyncExternalStore } from 'react'
import type { Conversation } from './conversation'

/**
 * Finds the answer that is being written in this chat: when the page opens, comes back into view, or back online.
 * What it finds is applied to the conversation, which then follows it to its end.
 */
export function useStreamRecovery(conversation: Conversation) {
  useEffect(() => {
    conversation.open()
    const look = (event?: Event) => {
      if (document.visibilityState === 'visible' && conversation.chat.messages.length > 0)
        void conversation.lookAgain({ isBackOnline: event?.type === 'online' })
    }
    // A moment later, so that React's rehearsal of effects in development does not start it twice.
    const timer = setTimeout(look)
    document.addEventListener('visibilitychange', look)
    window.addEventListener('online', look)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', look)
      window.removeEventListener('online', look)
      conversation.close()
    }
  }, [conversation])

  const { isRecovering, isInterrupted, composer } = useSyncExternalStore(
    conversation.subscribe,
    conversation.getStanding,
  )
  return { isRecovering, isInterrupted, composer }
}
