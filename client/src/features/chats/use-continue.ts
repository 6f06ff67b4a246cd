/** Going on in a chat of one's own: from a message, or with a chat that somebody shares. */
import { useCallback, useState } from 'react'
import { chats as api } from '../../api/endpoints'
import { inOneLine } from '../../api/sentences'
import { wordsNow } from '../../language/words'
import { navigate } from '../../router'
import { useToasts } from '../../ui/toast'
import { useChats } from './chats-provider'
import { chatWords } from './words'

export function useContinue(chatId: string) {
  const { put } = useChats()
  const { show } = useToasts()
  const [isBusy, setBusy] = useState(false)

  const goOn = useCallback(
    async (messageId: string | null = null) => {
      setBusy(true)
      try {
        const fork = await api.fork(chatId, messageId)
        put(fork)
        navigate(`/chat/${fork.id}`)
        show(wordsNow(chatWords).saidForked)
      } catch (error) {
        show(inOneLine(error))
      } finally {
        setBusy(false)
      }
    },
    [chatId, put, show],
  )
  return { goOn, isBusy }
}
