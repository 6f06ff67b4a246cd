/** What stands beside the chat where there is room, and as a sheet over it where there is not. */
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { useMedia } from './media'
import { useEscape } from './shortcuts'

interface SidePanelProps {
  label: string
  testId: string
  onClose: () => void
  children: ReactNode
}

export function SidePanel(props: SidePanelProps) {
  const hasRoom = useMedia('(min-width: 76rem)')
  return hasRoom ? <Aside {...props} /> : <Sheet {...props} />
}

/** However it is closed, the focus does not fall to the page: the button that opens it has it again. */
export function useFocusBack(opener: string): void {
  useEffect(
    () => () =>
      void requestAnimationFrame(() => {
        if (document.activeElement && document.activeElement !== document.body) return
        document.querySelector<HTMLElement>(opener)?.focus({ preventScroll: true })
      }),
    [opener],
  )
}

function Aside({ label, testId, onClose, children }: SidePanelProps) {
  const ref = useRef<HTMLElement>(null)
  // Whoever reads in it closes it; elsewhere an answer that is being written comes first.
  useEscape('field', onClose, ref)
  useEscape('page', onClose)
  return (
    <aside
      ref={ref}
      aria-label={label}
      data-testid={testId}
      className="w-[27rem] shrink-0 2xl:w-[34rem] animate-[rise_180ms_ease] overflow-y-auto border-line border-l bg-paper"
    >
      {children}
    </aside>
  )
}

function Sheet({ label, testId, onClose, children }: SidePanelProps) {
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
      aria-label={label}
      data-testid={testId}
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
