import {
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'

interface MenuProps {
  label: string
  trigger: ReactNode
  triggerClass: string
  align?: 'start' | 'end'
  children: (close: () => void) => ReactNode
}

const ROOM_PX = 280

/**
 * A button with a short list. It is the browser's own popover: in front of everything, never cut off by a
 * scrolling list, closed by Esc and by a click elsewhere. Arrow keys move inside.
 */
export function Menu({ label, trigger, triggerClass, align = 'end', children }: MenuProps) {
  const [place, setPlace] = useState<CSSProperties | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const id = useId()
  const isOpen = place !== null

  useEffect(() => {
    if (!isOpen) return
    items(list.current)[0]?.focus()
    const hide = () => list.current?.hidePopover?.()
    window.addEventListener('scroll', hide, { capture: true, passive: true })
    return () => window.removeEventListener('scroll', hide, { capture: true })
  }, [isOpen])

  function onKeyDown(event: KeyboardEvent) {
    // Esc belongs to the menu while it is open, not to the answer behind it.
    if (event.key === 'Escape') event.preventDefault()
    if (event.key === 'Escape' || event.key === 'Tab') list.current?.hidePopover?.()
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0) return
    event.preventDefault()
    const all = items(list.current)
    const at = all.indexOf(document.activeElement as HTMLElement)
    all[(at + step + all.length) % all.length]?.focus()
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
        popoverTarget={id}
        className={triggerClass}
      >
        {trigger}
      </button>
      <div
        ref={list}
        id={id}
        role="menu"
        tabIndex={-1}
        popover="auto"
        style={place ?? undefined}
        onKeyDown={onKeyDown}
        onBeforeToggle={(event) => event.newState === 'open' && setPlace(beside(button.current, align))}
        onToggle={(event) => event.newState === 'closed' && setPlace(null)}
        className="m-0 min-w-52 rounded-xl border border-line bg-raised p-1.5 text-ink shadow-lift outline-none open:animate-[rise_120ms_ease]"
      >
        {isOpen && children(() => list.current?.hidePopover?.())}
      </div>
    </>
  )
}

/** Below the button, or above it where there is no room below. */
function beside(button: HTMLElement | null, align: 'start' | 'end'): CSSProperties {
  const box = button?.getBoundingClientRect()
  if (!box) return {}
  const hasRoom = window.innerHeight - box.bottom > ROOM_PX
  return {
    inset: 'auto',
    ...(align === 'end' ? { right: window.innerWidth - box.right } : { left: box.left }),
    ...(hasRoom ? { top: box.bottom + 4 } : { bottom: window.innerHeight - box.top + 6 }),
  }
}

function items(list: HTMLElement | null): HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? [])]
}

interface MenuItemProps {
  icon?: ReactNode
  children: ReactNode
  onSelect: () => void
  tone?: 'plain' | 'danger'
  isChecked?: boolean
}

export function MenuItem({ icon, children, onSelect, tone = 'plain', isChecked }: MenuItemProps) {
  const role =
    isChecked === undefined ? { role: 'menuitem' } : { role: 'menuitemradio', 'aria-checked': isChecked }
  return (
    <button
      type="button"
      {...role}
      onClick={onSelect}
      className={`flex w-full items-start gap-2.5 rounded-lg px-2.5 py-2 text-left text-[0.9375rem] hover:bg-sunk focus-visible:bg-sunk ${
        tone === 'danger' ? 'text-rust' : ''
      }`}
    >
      {icon && <span className="mt-0.5 shrink-0 opacity-75">{icon}</span>}
      <span className="min-w-0 flex-1">{children}</span>
    </button>
  )
}
