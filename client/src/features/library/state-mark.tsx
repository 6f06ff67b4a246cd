import { faultSentence } from '../../api/refusals'
import type { StoredDocument } from '../../api/types'
import { percent } from '../../language/formats'
import { useWords } from '../../language/words'
import { libraryWords } from './words'

/** How far it is, in words, with a line that fills. Of what is ready, nothing need be said. */
export function StateMark({ document: { status, progress, error } }: { document: StoredDocument }) {
  const says = useWords(libraryWords).state
  if (status === 'ready') return null
  if (status === 'failed') {
    return (
      <p className="text-rust text-sm">
        {says.failed}
        {error ? `. ${faultSentence(error)}` : ''}
      </p>
    )
  }
  if (status === 'cancelled') return <p className="text-ink-soft text-sm">{says.cancelled}</p>
  return (
    <div className="flex max-w-xs flex-col gap-1">
      <p className="text-kelp text-sm tabular-nums">
        {status === 'pending' ? says.pending : says.processing(percent(progress))}
      </p>
      <Progress share={status === 'pending' ? 0 : progress} />
    </div>
  )
}

export function Progress({ share }: { share: number }) {
  return (
    <div aria-hidden="true" className="h-1 overflow-hidden rounded-full bg-line">
      <div
        className="h-full rounded-full bg-kelp transition-[width] duration-300"
        style={{ width: `${Math.min(1, share) * 100}%` }}
      />
    </div>
  )
}
