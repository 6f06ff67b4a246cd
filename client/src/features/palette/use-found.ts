/** What the server finds: messages by their words, chats by their titles, facts. Asked once the typing rests. */
import { useEffect, useState } from 'react'
import useSWR from 'swr'
import { chats, memory } from '../../api/endpoints'
import type { ChatSummary, Fact, FoundMessage } from '../../api/types'

const RESTS_MS = 160
const MOST_FACTS = 5
/** As the server counts: fewer letters find everything, or nothing. */
const WORTH_ASKING = /[\p{L}\p{N}]{2}/u

export interface FoundByServer {
  chats: ChatSummary[]
  messages: FoundMessage[]
  facts: Fact[]
  isLooking: boolean
  error: unknown
}

export function useFound(query: string): FoundByServer {
  const asked = useRested(query.trim())
  const key = WORTH_ASKING.test(asked) ? asked : null
  const found = useSWR(key && ['found', key], () => chats.search(asked), { keepPreviousData: true })
  const facts = useSWR(key && ['facts', key], () => memory.findFacts(asked, MOST_FACTS), {
    keepPreviousData: true,
  })
  const isOn = key !== null
  return {
    chats: isOn ? (found.data?.chats ?? []) : [],
    messages: isOn ? (found.data?.messages ?? []) : [],
    facts: isOn ? (facts.data?.facts ?? []) : [],
    isLooking: asked !== query.trim() || found.isLoading,
    error: isOn ? found.error : undefined,
  }
}

function useRested(value: string): string {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), RESTS_MS)
    return () => clearTimeout(timer)
  }, [value])
  return rested
}
