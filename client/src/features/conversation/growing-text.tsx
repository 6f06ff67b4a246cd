import { type ClipboardEvent, type KeyboardEvent, useEffect, useLayoutEffect, useRef } from 'react'
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
}

/** A text box as tall as its words. Enter sends, Shift+Enter breaks the line, and half-composed words never go out. */
export function GrowingText({ label, value, isFocused, maxRows = 12, ...rest }: GrowingTextProps) {
  const ref = useRef<HTMLTextAreaElement>(null)
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
  }, [isFocused])

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (isComposing(event.nativeEvent)) return
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
      enterKeyHint="send"
      style={{ maxHeight: `${maxRows * 1.6}em` }}
      className="block w-full resize-none bg-transparent text-[1.0625rem] leading-[1.6] outline-none placeholder:text-ink-faint"
    />
  )
}
