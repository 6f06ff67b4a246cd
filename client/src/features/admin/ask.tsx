import type { ReactNode } from 'react'
import useSWR from 'swr'
import { useWords } from '../../language/words'
import { Button } from '../../ui/button'
import { Notice, TroubleText } from '../../ui/notice'
import { adminWords } from './words'

interface AskProps<T> {
  path: string
  load: () => Promise<T>
  /** How often to look again while the page is open; left out, only when asked to. */
  everyMs?: number
  children: (found: T, again: () => Promise<unknown>) => ReactNode
}

/** Asks, shows what came, or says why nothing did. */
export function Ask<T>({ path, load, everyMs = 0, children }: AskProps<T>) {
  const says = useWords(adminWords)
  const { data, error, mutate, isValidating } = useSWR(path, load, {
    refreshInterval: everyMs,
    keepPreviousData: true,
  })
  if (error && data === undefined) {
    return (
      <Notice tone="rust" actions={<Button onClick={() => void mutate()}>{says.again}</Button>}>
        <TroubleText error={error} />
      </Notice>
    )
  }
  if (data === undefined) {
    return (
      <p role="status" className="py-3 text-ink-faint text-sm">
        {says.loading}
      </p>
    )
  }
  return (
    <>
      {children(data, () => mutate())}
      <Button className="mt-5" disabled={isValidating} onClick={() => void mutate()}>
        {says.refresh}
      </Button>
    </>
  )
}
