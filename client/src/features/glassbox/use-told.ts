import { useCallback } from 'react'
import useSWR, { useSWRConfig } from 'swr'
import { paths, turns } from '../../api/endpoints'
import { useRefresh } from '../memory/use-refresh'

/** Among what is told of the memory, so that it is asked for anew wherever that is changed. */
export function useTold(turnId: string) {
  const { data, error, mutate } = useSWR(`/memory/told/${turnId}`, () => turns.told(turnId), {
    revalidateOnFocus: false,
  })
  return { told: data, error, retry: () => void mutate() }
}

/** After something was forgotten the record of the answer lacks it too. */
export function useForgotten(turnId: string): () => Promise<unknown> {
  const refresh = useRefresh()
  const { mutate } = useSWRConfig()
  return useCallback(() => Promise.all([refresh(), mutate(paths.trace(turnId))]), [refresh, mutate, turnId])
}
