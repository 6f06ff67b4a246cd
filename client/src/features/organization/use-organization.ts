import { useCallback } from 'react'
import useSWR, { useSWRConfig } from 'swr'
import { organizations, paths } from '../../api/endpoints'
import { ApiError } from '../../api/http'
import { inOneLine } from '../../api/sentences'
import { useToasts } from '../../ui/toast'
import { Cancelled } from '../security/use-fresh'
import { useRun } from './run'

/** Somebody else may change one's rights at any time; the page follows within this while. */
export const LOOK_AGAIN_MS = 15_000

export function useOrganization() {
  return useSWR(paths.organization, organizations.mine, {
    revalidateOnFocus: true,
    refreshInterval: LOOK_AGAIN_MS,
    dedupingInterval: 1000,
    focusThrottleInterval: 1000,
  })
}

/** Plan and limits come with the organization: what was known of them is asked for anew. */
export function useOrganizationChanged(): () => Promise<unknown> {
  const { mutate } = useSWRConfig()
  return useCallback(() => Promise.all([mutate(paths.organization), mutate(paths.usage)]), [mutate])
}

/** Does it, and says in a word what became of it. A refusal is a sign that rights have changed: they are read anew. */
export function useAttempt() {
  const { show } = useToasts()
  const { mutate } = useSWRConfig()
  const run = useRun()
  return useCallback(
    async (action: () => Promise<unknown>, done?: string): Promise<boolean> => {
      try {
        await run(action)
        if (done) show(done)
        return true
      } catch (error) {
        if (!(error instanceof Cancelled)) show(inOneLine(error), { ms: 8000 })
        if (error instanceof ApiError && (error.status === 403 || error.status === 404)) {
          await mutate(paths.organization)
        }
        return false
      }
    },
    [show, mutate, run],
  )
}
