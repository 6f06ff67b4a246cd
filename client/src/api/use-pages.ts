/** A list that comes page by page: what has come so far, and how to get more. */
import useSWRInfinite from 'swr/infinite'

interface Page<T> {
  items: T[]
  nextCursor: string | null
}

export interface Pages<T> {
  /** Undefined until the first page is here. */
  items: T[] | undefined
  error: unknown
  isComplete: boolean
  isLoading: boolean
  more: () => void
  /** Asks for everything anew that is shown. */
  again: () => Promise<unknown>
}

export function usePages<T>(
  key: string | null,
  load: (cursor: string | null) => Promise<Page<T>>,
  /** For lists that others change while one looks: how often to look again. What is shown further down follows. */
  everyMs: number | null = null,
): Pages<T> {
  const { data, error, size, setSize, mutate, isValidating } = useSWRInfinite(
    (at: number, last: Page<T> | null) => {
      if (key === null || (last && last.nextCursor === null)) return null
      return [key, at === 0 ? null : (last?.nextCursor ?? null)] as const
    },
    ([, cursor]) => load(cursor),
    {
      refreshInterval: everyMs ?? 0,
      revalidateFirstPage: everyMs !== null,
      revalidateOnFocus: everyMs !== null,
    },
  )
  return {
    items: data?.flatMap((page) => page.items),
    error,
    isComplete: data !== undefined && data.at(-1)?.nextCursor === null,
    isLoading: isValidating,
    more: () => void setSize(size + 1),
    again: () => mutate(),
  }
}
