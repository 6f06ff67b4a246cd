import { type ReactNode, useId, useState } from 'react'
import { inOneLine } from '../../api/sentences'
import { useWords } from '../../language/words'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { libraryWords } from './words'

interface FormDialogProps {
  title: string
  go: string
  /** False: it stays open, and says itself what is to be mended. */
  onGo: (form: FormData) => Promise<unknown>
  onClose: () => void
  children: ReactNode
}

/** Some fields and a button. It closes when it is done; what is refused is said below the fields. */
export function FormDialog({ title, go, onGo, onClose, children }: FormDialogProps) {
  const says = useWords(libraryWords)
  const formId = useId()
  const [trouble, setTrouble] = useState<string | null>(null)
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button look="quiet" onClick={onClose}>
            {says.cancel}
          </Button>
          <Button look="solid" type="submit" form={formId}>
            {go}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className="mt-4 flex flex-col gap-4 text-ink"
        onInput={() => setTrouble(null)}
        onSubmit={(event) => {
          event.preventDefault()
          onGo(new FormData(event.currentTarget)).then(
            (isDone) => isDone !== false && onClose(),
            (error) => setTrouble(inOneLine(error)),
          )
        }}
      >
        {children}
        {trouble && (
          <p role="alert" className="text-rust text-sm">
            {trouble}
          </p>
        )}
      </form>
    </Dialog>
  )
}

export function written(form: FormData, name: string): string {
  return String(form.get(name) ?? '').trim()
}
