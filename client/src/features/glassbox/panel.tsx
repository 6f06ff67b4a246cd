/** Where the glass box stands: a column beside the chat where there is room, a sheet over it where there is not. */
import { lazy, type ReactNode, Suspense, useLayoutEffect, useRef } from 'react'
import { loadLate } from '../../load-late'
import { IconButton } from '../../ui/button'
import { CloseIcon } from '../../ui/icons'
import { useMedia } from '../../ui/media'
import { useEscape } from '../../ui/shortcuts'

const GlassBox = lazy(() => loadLate(() => import('./glass-box')))

interface PanelProps {
  turnId: string
  onClose: () => void
}

export function GlassBoxPanel({ turnId, onClose }: PanelProps) {
  const hasRoom = useMedia('(min-width: 76rem)')
  const box = (
    <>
      <header className="sticky top-0 z-10 flex h-16 shrink-0 items-center justify-between border-line border-b bg-paper pr-3 pl-6">
        <h2 className="font-semibold font-serif text-lg">Why this answer?</h2>
        <IconButton label="Close the glass box" onClick={onClose}>
          <CloseIcon />
        </IconButton>
      </header>
      <div className="px-6 pt-6 pb-[calc(3rem+env(safe-area-inset-bottom))]">
        <Suspense fallback={null}>
          <GlassBox key={turnId} turnId={turnId} />
        </Suspense>
      </div>
    </>
  )
  return hasRoom ? <Aside onClose={onClose}>{box}</Aside> : <Sheet onClose={onClose}>{box}</Sheet>
}

function Aside({ children, onClose }: { children: ReactNode; onClose: () => void }) {
  const ref = useRef<HTMLElement>(null)
  // Whoever reads in it closes it; elsewhere an answer that is being written comes first.
  useEscape('field', onClose, ref)
  useEscape('page', onClose)
  return (
    <aside
      ref={ref}
      aria-label="Why this answer?"
      data-testid="glass-box"
      className="w-[27rem] shrink-0 2xl:w-[34rem] animate-[rise_180ms_ease] overflow-y-auto border-line border-l bg-paper"
    >
      {children}
    </aside>
  )
}

function Sheet({ children, onClose }: { children: ReactNode; onClose: () => void }) {
  const ref = useRef<HTMLDialogElement>(null)
  useEscape('overlay', onClose)
  // Before it leaves the page: a dialog that is gone already gives no focus back.
  useLayoutEffect(() => {
    const dialog = ref.current
    dialog?.showModal?.()
    return () => dialog?.close?.()
  }, [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc closes it, as `useEscape` says; the click is on the backdrop
    <dialog
      ref={ref}
      aria-label="Why this answer?"
      data-testid="glass-box"
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => event.target === event.currentTarget && onClose()}
      className="mt-auto mb-0 max-h-[88dvh] w-full max-w-none animate-[sheet-in_220ms_ease-out] overflow-y-auto rounded-t-2xl border-line border-t bg-paper shadow-lift sm:m-0 sm:ml-auto sm:h-dvh sm:max-h-none sm:w-[27rem] sm:rounded-none sm:border-l"
    >
      {children}
    </dialog>
  )
}
