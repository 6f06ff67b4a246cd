import type { ReactNode } from 'react'
import useSWR from 'swr'
import { Button } from '../../ui/button'
import { Notice, TroubleText } from '../../ui/notice'

interface AskProps<T> {
  path: string
  load: () => Promise<T>
  /** How often to look again while the page is open; left out, only when asked to. */
  everyMs?: number
  children: (found: T, again: () => Promise<unknown>) => ReactNode
}

/** Asks, shows what came, or says why nothing did. */
export function Ask<T>({ path, load, everyMs = 0, children }: AskProps<T>) {
  const { data, error, mutate, isValidating } = useSWR(path, load, {
    refreshInterval: everyMs,
    keepPreviousData: true,
  })
  if (error && data === undefined) {
    return (
      <Notice tone="rust" actions={<Button onClick={() => void mutate()}>Try again</Button>}>
        <TroubleText error={error} />
      </Notice>
    )
  }
  if (data === undefined) {
    return (
      <p role="status" className="py-3 text-ink-faint text-sm">
        Loading…
      </p>
    )
  }
  return (
    <>
      {children(data, () => mutate())}
      <Button className="mt-4" disabled={isValidating} onClick={() => void mutate()}>
        Refresh
      </Button>
    </>
  )
}
