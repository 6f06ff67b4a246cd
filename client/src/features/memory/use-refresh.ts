import { useCallback, useEffect } from 'react'
import { useSWRConfig } from 'swr'
import type { Pages } from '../../api/use-pages'

/** Lists that come page by page are asked for anew one by one: nobody else knows which pages they hold. */
const shown = new Set<() => Promise<unknown>>()

/** Whatever was told of the memory is asked for anew. */
export function useRefresh(): () => Promise<unknown> {
  const { mutate } = useSWRConfig()
  return useCallback(
    () =>
      Promise.all([
        mutate((key) => typeof key === 'string' && key.startsWith('/memory/')),
        ...[...shown].map((again) => again()),
      ]),
    [mutate],
  )
}

/** A paged list that follows what is changed elsewhere on the page. */
export function useFollowing<T>(pages: Pages<T>): Pages<T> {
  const { again } = pages
  useEffect(() => {
    shown.add(again)
    return () => void shown.delete(again)
  }, [again])
  return pages
}
