import {
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { isComposing } from './keys'
import { beside, itemsIn, startingWith } from './menu-moves'
import { useEscape } from './shortcuts'

interface MenuProps {
  label: string
  trigger: ReactNode
  triggerClass: string
  align?: 'start' | 'end'
  children: (close: () => void) => ReactNode
}

const TYPED_TOGETHER_MS = 600

/**
 * A button with a short list. It is the browser's own popover: in front of everything, never cut off by a scrolling
 * list, closed by a click elsewhere, and its focus goes back to the button. By keys it is what the ARIA practices say
 * of a menu button: arrows, Home, End and first letters move, Enter chooses, Esc and Tab leave.
 */
export function Menu({ label, trigger, triggerClass, align = 'end', children }: MenuProps) {
  const [place, setPlace] = useState<CSSProperties | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const entersAt = useRef<'first' | 'last'>('first')
  const typed = useRef({ text: '', at: 0 })
  const id = useId()
  const isOpen = place !== null
  const close = () => list.current?.hidePopover?.()
  useEscape('overlay', isOpen ? close : null)

  useEffect(() => {
    if (!isOpen) return
    // An answer that grows scrolls the page, and moves nothing but itself: the list stays with its button.
    const follow = (event: Event) => {
      if (event.target instanceof Node && list.current?.contains(event.target)) return
      setPlace((now) => now && beside(button.current, list.current, align))
    }
    window.addEventListener('scroll', follow, { capture: true, passive: true })
    window.addEventListener('resize', follow)
    return () => {
      window.removeEventListener('scroll', follow, { capture: true })
      window.removeEventListener('resize', follow)
    }
  }, [isOpen, align])

  /** Before it is displayed: what stands in it can then be measured, and entered at once. */
  function fill() {
    flushSync(() => setPlace(beside(button.current, null, align)))
  }

  /** Only what is displayed takes focus. */
  function enter() {
    if (list.current?.contains(document.activeElement)) return
    setPlace(beside(button.current, list.current, align))
    const items = itemsIn(list.current)
    const chosen = items.find((item) => item.getAttribute('aria-checked') === 'true')
    ;(entersAt.current === 'last' ? items.at(-1) : (chosen ?? items[0]))?.focus({ preventScroll: true })
    entersAt.current = 'first'
  }

  function onTriggerKey(event: KeyboardEvent) {
    // Enter would open it a moment later, and what is typed meanwhile would be lost.
    const opens = event.key === 'ArrowDown' || event.key === 'ArrowUp' || (event.key === 'Enter' && !isOpen)
    if (!opens) return
    event.preventDefault()
    entersAt.current = event.key === 'ArrowUp' ? 'last' : 'first'
    list.current?.showPopover?.()
    enter()
  }

  function onListKey(event: KeyboardEvent) {
    if (isComposing(event.nativeEvent)) return
    if (event.key === 'Tab') return close()
    const items = itemsIn(list.current)
    const at = items.indexOf(document.activeElement as HTMLElement)
    const next = nextItem(event, items, at)
    if (!next) return
    event.preventDefault()
    next.focus()
  }

  function nextItem(event: KeyboardEvent, items: HTMLElement[], at: number): HTMLElement | undefined {
    switch (event.key) {
      case 'ArrowDown':
        return items[(at + 1) % items.length]
      case 'ArrowUp':
        return items.at(at <= 0 ? -1 : at - 1)
      case 'Home':
        return items[0]
      case 'End':
        return items.at(-1)
    }
    if (event.key.length !== 1 || event.key === ' ' || event.ctrlKey || event.metaKey || event.altKey) return
    const isNew = event.timeStamp - typed.current.at > TYPED_TOGETHER_MS
    typed.current = { text: (isNew ? '' : typed.current.text) + event.key, at: event.timeStamp }
    return startingWith(items, typed.current.text, at)
  }

  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        popoverTarget={id}
        onKeyDown={onTriggerKey}
        className={triggerClass}
      >
        {trigger}
      </button>
      <div
        ref={list}
        id={id}
        role="menu"
        aria-label={label}
        tabIndex={-1}
        popover="auto"
        style={place ?? undefined}
        onKeyDown={onListKey}
        onBeforeToggle={(event) => event.newState === 'open' && fill()}
        onToggle={(event) => (event.newState === 'open' ? enter() : setPlace(null))}
        className="m-0 min-w-52 overflow-y-auto rounded-xl border border-line bg-raised p-1.5 text-ink shadow-lift outline-none open:animate-[rise_120ms_ease]"
      >
        {isOpen && children(close)}
      </div>
    </>
  )
}

interface MenuItemProps {
  icon?: ReactNode
  children: ReactNode
  onSelect: () => void
  tone?: 'plain' | 'danger'
  isChecked?: boolean
  isDisabled?: boolean
}

export function MenuItem({ icon, children, onSelect, tone = 'plain', isChecked, isDisabled }: MenuItemProps) {
  const role =
    isChecked === undefined ? { role: 'menuitem' } : { role: 'menuitemradio', 'aria-checked': isChecked }
  return (
    <button
      type="button"
      {...role}
      // Arrows move between them; Tab leaves the list.
      tabIndex={-1}
      disabled={isDisabled}
      onPointerMove={takeFocus}
      onClick={onSelect}
      className={`flex w-full items-start gap-2.5 rounded-lg px-2.5 py-2 text-left text-[0.9375rem] focus:bg-sunk disabled:text-ink-faint ${
        tone === 'danger' ? 'text-rust' : ''
      }`}
    >
      {icon && <span className="mt-0.5 shrink-0 opacity-75">{icon}</span>}
      <span className="min-w-0 flex-1">{children}</span>
    </button>
  )
}

/** Between items of different kinds. */
export function MenuLine() {
  return <hr className="mx-2.5 my-1.5 border-line border-t" />
}

/** One item is marked, whether it was reached by the mouse or by keys. */
function takeFocus(event: PointerEvent<HTMLElement>): void {
  if (event.pointerType === 'mouse' && document.activeElement !== event.currentTarget)
    event.currentTarget.focus({ preventScroll: true })
}
