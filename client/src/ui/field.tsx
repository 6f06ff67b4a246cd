import {
  type FormEvent,
  type InputHTMLAttributes,
  type ReactNode,
  type TextareaHTMLAttributes,
  useId,
  useState,
} from 'react'
import { useWords, wordsNow } from '../language/words'
import { CalendarIcon } from './icons'
import { uiWords } from './words'

interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string
  hint?: ReactNode
  error?: string | null
}

const boxed =
  'h-11 w-full rounded-lg border bg-raised px-3 text-base outline-offset-0 transition-colors placeholder:text-ink-faint'

type Box = HTMLInputElement | HTMLTextAreaElement

/**
 * What is wrong with a field is said below it, in our own words, when its form is sent; the browser's bubble would lie
 * over the button. The first that is wrong is where one goes on.
 */
function useOwnError(given: string | null | undefined) {
  const [found, setFound] = useState<string | null>(null)
  const watches = {
    onInvalid: (event: FormEvent<Box>) => {
      event.preventDefault()
      const field = event.currentTarget
      setFound(whatIsWrong(field))
      if (field.form?.querySelector(':invalid') === field) field.focus()
    },
    onInput: () => setFound(null),
  }
  return [given ?? found, watches] as const
}

function whatIsWrong(field: Box): string {
  const says = wordsNow(uiWords).fields
  const { valueMissing, typeMismatch, tooShort } = field.validity
  if (valueMissing) return says.empty
  if (typeMismatch && field.type === 'email') return says.email
  if (tooShort) return says.tooShort(field.minLength)
  return field.validationMessage
}

export function Field({ label, hint, error: given, className = '', ...rest }: FieldProps) {
  const id = useId()
  const [error, watches] = useOwnError(given)
  const note = error ?? hint
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        {label}
      </label>
      <span className="relative block">
        <input
          id={id}
          className={`${boxed} ${error ? 'border-rust' : 'border-line-strong hover:border-ink-faint'}`}
          aria-invalid={error ? true : undefined}
          aria-describedby={note ? `${id}-note` : undefined}
          {...watches}
          {...rest}
        />
        {(rest.type === 'date' || rest.type === 'month') && <CalendarIcon className="calendar-mark" />}
      </span>
      {note && (
        <p id={`${id}-note`} className={`mt-1.5 text-sm ${error ? 'text-rust' : 'text-ink-faint'}`}>
          {note}
        </p>
      )}
    </div>
  )
}

interface AreaProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  label: string
  hint?: ReactNode
  error?: string | null
  isCode?: boolean
}

/** Several lines; it grows with what is written, up to a point. */
export function AreaField({ label, hint, error: given, isCode = false, ...rest }: AreaProps) {
  const id = useId()
  const [error, watches] = useOwnError(given)
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        {label}
      </label>
      <textarea
        id={id}
        rows={4}
        spellCheck={!isCode}
        className={`field-sizing-content max-h-96 min-h-28 w-full rounded-lg border bg-raised px-3 py-2 outline-offset-0 ${
          isCode ? 'font-mono text-[0.8125rem] leading-relaxed' : 'text-[0.9375rem]'
        } ${error ? 'border-rust' : 'border-line-strong hover:border-ink-faint'}`}
        aria-invalid={error ? true : undefined}
        aria-describedby={error || hint ? `${id}-note` : undefined}
        {...watches}
        {...rest}
      />
      {(error || hint) && (
        <p id={`${id}-note`} className={`mt-1 text-sm ${error ? 'text-rust' : 'text-ink-faint'}`}>
          {error ?? hint}
        </p>
      )}
    </div>
  )
}

/** The toggle is named "Show", not "Show password", so that one label on the page names the field. */
export function PasswordField({ label, hint, error: given, ...rest }: FieldProps) {
  const id = useId()
  const [error, watches] = useOwnError(given)
  const note = error ?? hint
  const says = useWords(uiWords)
  const [isShown, setShown] = useState(false)
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        {label}
      </label>
      <div className="relative">
        <input
          id={id}
          type={isShown ? 'text' : 'password'}
          className={`${boxed} pr-16 ${error ? 'border-rust' : 'border-line-strong hover:border-ink-faint'}`}
          aria-invalid={error ? true : undefined}
          aria-describedby={note ? `${id}-note` : undefined}
          {...watches}
          {...rest}
        />
        <button
          type="button"
          aria-pressed={isShown}
          onClick={() => setShown(!isShown)}
          className="absolute inset-y-1.5 right-1.5 rounded-md px-2.5 text-sm text-ink-faint hover:bg-sunk hover:text-ink"
        >
          {isShown ? says.hide : says.show}
        </button>
      </div>
      {note && (
        <p id={`${id}-note`} className={`mt-1.5 text-sm ${error ? 'text-rust' : 'text-ink-faint'}`}>
          {note}
        </p>
      )}
    </div>
  )
}
