/** Why this answer? First in plain words; the record of it, as it stands, on a second tab. */
import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import useSWR from 'swr'
import { paths, turns } from '../../api/endpoints'
import { ApiError } from '../../api/http'
import { useWords } from '../../language/words'
import { Button } from '../../ui/button'
import { Notice, TroubleText } from '../../ui/notice'
import { TraceView } from './engineers/trace-view'
import { PlainView } from './plain/plain-view'
import { glassWords } from './words'

export const VIEWS = ['plain', 'engineers'] as const
export type View = (typeof VIEWS)[number]

interface GlassBoxProps {
  turnId: string
  view: View
  onView: (view: View) => void
}

export function GlassBox({ turnId, view, onView }: GlassBoxProps) {
  const { data, error, mutate } = useSWR(paths.trace(turnId), () => turns.trace(turnId), {
    revalidateOnFocus: false,
  })
  if (error) return <NoTrace error={error} onRetry={() => void mutate()} />
  if (!data) return <Loading />
  return (
    <Tabs view={view} onView={onView}>
      {view === 'plain' ? <PlainView trace={data} /> : <TraceView trace={data} />}
    </Tabs>
  )
}

interface TabsProps {
  view: View
  onView: (view: View) => void
  children: ReactNode
}

function Tabs({ view, onView, children }: TabsProps) {
  const says = useWords(glassWords)
  const id = useId()
  const list = useRef<HTMLDivElement>(null)

  function onKey(event: KeyboardEvent) {
    const next = { ArrowLeft: 'plain', ArrowRight: 'engineers', Home: 'plain', End: 'engineers' }[event.key]
    if (!next) return
    event.preventDefault()
    onView(next as View)
    list.current?.querySelector<HTMLElement>(`[data-view=${next}]`)?.focus()
  }
  return (
    <>
      <div
        ref={list}
        role="tablist"
        aria-label={says.views}
        onKeyDown={onKey}
        className="mb-6 grid grid-cols-2 rounded-lg bg-sunk p-1 text-[0.9375rem]"
      >
        {VIEWS.map((one) => (
          <button
            key={one}
            type="button"
            role="tab"
            id={`${id}-${one}`}
            data-view={one}
            aria-selected={one === view}
            aria-controls={`${id}-panel`}
            tabIndex={one === view ? 0 : -1}
            onClick={() => onView(one)}
            className="rounded-md px-3 py-1.5 text-ink-soft hover:text-ink aria-selected:bg-raised aria-selected:font-medium aria-selected:text-ink aria-selected:shadow-sm pointer-coarse:py-2.5"
          >
            {says[one]}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${view}`}>
        {children}
      </div>
    </>
  )
}

function NoTrace({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const says = useWords(glassWords)
  const isGone = error instanceof ApiError && error.status === 404
  if (isGone && error.code === 'trace_not_ready') {
    return <Notice actions={<Button onClick={onRetry}>{says.refresh}</Button>}>{error.message}</Notice>
  }
  if (isGone) return <p className="text-ink-faint">{error.message}</p>
  return (
    <Notice tone="rust" actions={<Button onClick={onRetry}>{says.tryAgain}</Button>}>
      <TroubleText error={error} />
    </Notice>
  )
}

function Loading() {
  const says = useWords(glassWords)
  return (
    <div role="status" className="flex animate-pulse flex-col gap-3">
      <span className="sr-only">{says.opening}</span>
      {['h-10', 'h-3', 'h-14', 'h-14', 'h-14'].map((height, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no names
        <div key={at} className={`rounded-lg bg-line ${height}`} />
      ))}
    </div>
  )
}
