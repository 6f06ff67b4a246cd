import {
  type ClipboardEvent,
  type KeyboardEvent,
  type RefObject,
  type SyntheticEvent,
  useEffect,
  useLayoutEffect,
  useRef,
} from 'react'
import { isComposing } from '../../ui/keys'
import { useEscape } from '../../ui/shortcuts'

interface GrowingTextProps {
  label: string
  name?: string
  value: string
  onChange: (value: string) => void
  onEnter: () => void
  onEscape?: (() => void) | undefined
  onPaste?: (event: ClipboardEvent) => void
  placeholder?: string
  isFocused?: boolean
  maxRows?: number
  /** A list beside the box that its keys choose from. */
  offers?: Offers | undefined
  field?: RefObject<HTMLTextAreaElement | null>
}

interface Offers {
  id: string
  isOpen: boolean
  at: number
  /** True where the key was meant for the list. */
  onKey: (event: KeyboardEvent) => boolean
  /** Null once the box is left. */
  onCaret: (place: number | null) => void
}

/** A text box as tall as its words. Enter sends, Shift+Enter breaks the line, and half-composed words never go out. */
export function GrowingText({
  label,
  value,
  isFocused,
  maxRows = 12,
  offers,
  field,
  ...rest
}: GrowingTextProps) {
  const own = useRef<HTMLTextAreaElement>(null)
  const ref = field ?? own
  useEscape('field', rest.onEscape ?? null, ref)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the value
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    element.style.height = 'auto'
    element.style.height = `${element.scrollHeight}px`
  }, [value])

  useEffect(() => {
    const element = ref.current
    if (!isFocused || !element) return
    element.focus({ preventScroll: true })
    element.setSelectionRange(element.value.length, element.value.length)
  }, [isFocused, ref])

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (isComposing(event.nativeEvent)) return
    if (offers?.onKey(event)) return
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault()
      if (!event.repeat) rest.onEnter()
    }
  }

  return (
    <textarea
      ref={ref}
      aria-label={label}
      name={rest.name}
      rows={1}
      value={value}
      placeholder={rest.placeholder}
      onChange={(event) => rest.onChange(event.target.value)}
      onKeyDown={onKeyDown}
      onPaste={rest.onPaste}
      {...(offers && {
        'aria-autocomplete': 'list' as const,
        'aria-controls': offers.isOpen ? offers.id : undefined,
        'aria-activedescendant': offers.isOpen ? `${offers.id}-${offers.at}` : undefined,
        onSelect: (event: SyntheticEvent<HTMLTextAreaElement>) =>
          offers.onCaret(caretOf(event.currentTarget)),
        onBlur: () => offers.onCaret(null),
      })}
      enterKeyHint="send"
      style={{ maxHeight: `${maxRows * 1.6}em` }}
      className="block w-full resize-none bg-transparent text-[1.0625rem] leading-[1.6] outline-none placeholder:text-ink-faint"
    />
  )
}

/** Null while something is selected: then nothing is being typed. */
function caretOf(box: HTMLTextAreaElement): number | null {
  return box.selectionStart === box.selectionEnd ? box.selectionEnd : null
}
