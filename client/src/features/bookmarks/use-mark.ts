/** A mark is set or taken away on the page at once and then at the server; it comes back where that failed, or by Undo. */
import { useCallback } from 'react'
import { chats as api } from '../../api/endpoints'
import { inOneLine } from '../../api/sentences'
import { useWords } from '../../language/words'
import { useToasts } from '../../ui/toast'
import { bookmarkWords } from './words'

interface Marked {
  chatId: string
  messageId: string
}

export function useMark(): (
  message: Marked,
  isWanted: boolean,
  shows: (isMarked: boolean) => void,
) => Promise<void> {
  const says = useWords(bookmarkWords)
  const { show } = useToasts()
  return useCallback(
    async (message, isWanted, shows) => {
      async function put(isMarked: boolean): Promise<boolean> {
        shows(isMarked)
        try {
          await api.bookmark(message.chatId, message.messageId, isMarked)
          return true
        } catch (error) {
          shows(!isMarked)
          show(inOneLine(error))
          return false
        }
      }
      if (!(await put(isWanted))) return
      show(isWanted ? says.saidMarked : says.saidUnmarked, {
        action: { label: says.undo, keys: 'Mod+Z', run: () => void put(!isWanted) },
      })
    },
    [says, show],
  )
}
