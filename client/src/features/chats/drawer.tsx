import { type ReactNode, useEffect, useRef } from 'react'
import { useWords } from '../../language/words'
import { useEscape } from '../../ui/shortcuts'
import { chatWords } from './words'

interface DrawerProps {
  isOpen: boolean
  onClose: () => void
  children: ReactNode
}

/** The list on a phone. A modal dialog, so that focus stays inside while it is open. */
export function Drawer({ isOpen, onClose, children }: DrawerProps) {
  const says = useWords(chatWords)
  const ref = useRef<HTMLDialogElement>(null)
  useEscape('overlay', isOpen ? onClose : null)
  useEffect(() => {
    const dialog = ref.current
    if (isOpen && !dialog?.open) dialog?.showModal?.()
    if (!isOpen && dialog?.open) dialog.close()
  }, [isOpen])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc closes it, as `useEscape` says; the click is on the backdrop
    <dialog
      ref={ref}
      aria-label={says.list}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => event.target === event.currentTarget && onClose()}
      className="m-0 h-dvh max-h-none w-[min(20rem,86vw)] max-w-none border-line border-r open:animate-[slide-in_200ms_ease-out]"
    >
      {children}
    </dialog>
  )
}
