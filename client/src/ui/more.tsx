import type { Pages } from '../api/use-pages'
import { Button } from './button'
import { Notice, TroubleText } from './notice'

/** The foot of a paged list: the next page, or why there is none. */
export function More<T>({ pages, label = 'Show more' }: { pages: Pages<T>; label?: string }) {
  if (pages.error) {
    return (
      <Notice tone="rust" actions={<Button onClick={() => void pages.again()}>Try again</Button>}>
        <TroubleText error={pages.error} />
      </Notice>
    )
  }
  if (pages.items === undefined) {
    return (
      <p role="status" className="py-3 text-ink-faint text-sm">
        Loading…
      </p>
    )
  }
  if (pages.isComplete) return null
  return (
    <Button className="mt-3" disabled={pages.isLoading} onClick={pages.more}>
      {label}
    </Button>
  )
}
