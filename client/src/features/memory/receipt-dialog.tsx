import { lazy, Suspense } from 'react'
import { loadWithWords } from '../../load-late'
import type { ReceiptProps } from './receipt'

const Loaded = lazy(() => loadWithWords(() => import('./receipt')))

/** Fetched when something was forgotten, which is seldom. */
export function ReceiptDialog(props: ReceiptProps) {
  return (
    <Suspense fallback={null}>
      <Loaded {...props} />
    </Suspense>
  )
}
