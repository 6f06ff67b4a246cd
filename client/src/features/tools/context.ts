import { createContext } from 'react'

export interface InChat {
  chatId: string
  /** Whoever only reads decides nothing. */
  isReadOnly: boolean
  /** A decision was made, and the answer goes on. */
  onDecided: () => void
}

/** For the cards of tools, which stand deep within an answer. */
export const InChatContext = createContext<InChat | null>(null)
