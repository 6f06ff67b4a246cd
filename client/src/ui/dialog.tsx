import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { useEscape } from './shortcuts'

interface DialogProps {
  title: string
  children: ReactNode
  actions: ReactNode
  onClose: () => void
}

/** The browser's own modal: it traps focus and gives it back. Esc closes it, and does nothing else. */
export function Dialog({ title, children, actions, onClose }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useEscape('overlay', onClose)
  // Before it leaves the page: a dialog that is gone already gives no focus back.
  useLayoutEffect(() => {
    const dialog = ref.current
    dialog?.showModal?.()
    return () => dialog?.close?.()
  }, [])
  return (
    <dialog
      ref={ref}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      className="m-auto w-[min(26rem,calc(100vw-2rem))] rounded-2xl border border-line bg-raised p-6 shadow-lift"
    >
      <h2 id={titleId} className="font-serif text-xl font-semibold">
        {title}
      </h2>
      <div className="mt-2 text-[0.9375rem] text-ink-soft">{children}</div>
      <div className="mt-6 flex flex-wrap justify-end gap-2">{actions}</div>
    </dialog>
  )
}
