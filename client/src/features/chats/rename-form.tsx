import { type FormEvent, useRef, useState } from 'react'
import { useWords } from '../../language/words'
import { useEscape } from '../../ui/shortcuts'
import { chatWords } from './words'

interface RenameFormProps {
  title: string
  /** Empty: it stays as it was. */
  onDone: (title: string) => void
  className?: string
}

export function RenameForm({ title, onDone, className = '' }: RenameFormProps) {
  const says = useWords(chatWords)
  const [value, setValue] = useState(title)
  const field = useRef<HTMLInputElement>(null)
  const isOver = useRef(false)
  const done = (wanted: string) => {
    // Its leaving the page takes its focus, and would be told once more.
    if (isOver.current) return
    isOver.current = true
    onDone(wanted === title ? '' : wanted)
  }
  useEscape('field', () => done(''), field)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    done(value.trim())
  }
  return (
    <form onSubmit={submit} className="min-w-0 flex-1">
      <input
        ref={field}
        // biome-ignore lint/a11y/noAutofocus: the person has just asked to write here
        autoFocus
        aria-label={says.title}
        value={value}
        maxLength={200}
        onChange={(event) => setValue(event.target.value)}
        onFocus={(event) => event.target.select()}
        onBlur={() => done(value.trim())}
        className={`w-full rounded-lg border border-kelp bg-raised px-2.5 ${className}`}
      />
    </form>
  )
}
