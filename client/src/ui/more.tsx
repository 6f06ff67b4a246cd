import type { Pages } from '../api/use-pages'
import { useWords } from '../language/words'
import { Button } from './button'
import { Notice, TroubleText } from './notice'
import { uiWords } from './words'

/** The foot of a paged list: the next page, or why there is none. */
export function More<T>({ pages, label }: { pages: Pages<T>; label?: string }) {
  const says = useWords(uiWords)
  if (pages.error) {
    return (
      <Notice tone="rust" actions={<Button onClick={() => void pages.again()}>{says.tryAgain}</Button>}>
        <TroubleText error={pages.error} />
      </Notice>
    )
  }
  if (pages.items === undefined) {
    return (
      <p role="status" className="py-3 text-ink-faint text-sm">
        {says.loading}
      </p>
    )
  }
  if (pages.isComplete) return null
  return (
    <Button className="mt-3" disabled={pages.isLoading} onClick={pages.more}>
      {label ?? says.showMore}
    </Button>
  )
}
