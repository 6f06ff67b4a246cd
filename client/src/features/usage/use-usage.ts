/** What this person has used. Asked for seldom, and after a turn only where something can run out. */
import { useCallback, useEffect } from 'react'
import useSWR, { useSWRConfig } from 'swr'
import { usage as api, paths } from '../../api/endpoints'
import { entryOf, isFew, leftOf } from '../../api/quota'
import type { UsageEntry } from '../../api/types'

const SELDOM_MS = 60_000
const LONGEST_TIMER_MS = 2 ** 31 - 1

export function useUsage() {
  const { data, error, mutate } = useSWR(paths.usage, api.mine, { dedupingInterval: SELDOM_MS })
  useTimeZone(data?.timeZone, mutate)
  return { usage: data, error, mutate }
}

/**
 * The last zone told by this page, for each person who was here. While a day goes on under its old zone the server
 * keeps naming that one.
 */
const told = new WeakMap<object, string>()

/** Days are counted by the person's own clock, and only their device knows it. */
function useTimeZone(known: string | undefined, again: () => Promise<unknown>): void {
  const { cache } = useSWRConfig()
  useEffect(() => {
    const here = Intl.DateTimeFormat().resolvedOptions().timeZone
    if (!known || !here || known === here || told.get(cache) === here) return
    told.set(cache, here)
    // The answer is a zone, not a usage: `again` must not be given it, for it would take its place.
    api
      .setTimeZone(here)
      .then(() => again())
      .catch(() => {
        // The server may not know the zone; then it counts on in the one it has. Or the person has left meanwhile, and
        // what was kept for them is gone.
      })
  }, [known, again, cache])
}

export interface ChatQuota {
  /** Present when few are left, or none. */
  entry: UsageEntry | null
  isExhausted: boolean
  /** After a turn, and after a refusal. */
  turnOver: (wasRefused: boolean) => void
  /** Asks the server whether there is really none; it may have changed. */
  hasRoomNow: () => Promise<boolean>
}

export function useChatQuota(): ChatQuota {
  const { usage, mutate } = useUsage()
  const entry = entryOf(usage, 'chats_per_day')
  const left = leftOf(entry)
  const isOut = left === 0

  // What ran out comes back by itself, also on a page that was left open overnight.
  const resetsAt = entry?.resetsAt ?? null
  useEffect(() => {
    if (!isOut || !resetsAt) return
    const ms = new Date(resetsAt).getTime() - Date.now() + 1000
    const timer = setTimeout(() => void mutate(), Math.min(Math.max(ms, 1000), LONGEST_TIMER_MS))
    return () => clearTimeout(timer)
  }, [isOut, resetsAt, mutate])

  const turnOver = useCallback(
    (wasRefused: boolean) => {
      // An answer may end after its person has left.
      if (wasRefused || left !== null) mutate().catch(() => {})
    },
    [left, mutate],
  )
  const hasRoomNow = useCallback(async () => {
    const fresh = await mutate().catch(() => undefined)
    return leftOf(entryOf(fresh, 'chats_per_day')) !== 0
  }, [mutate])

  return {
    entry: entry && isFew(entry) ? entry : null,
    isExhausted: isOut,
    turnOver,
    hasRoomNow,
  }
}
