import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'

interface MenuProps {
  label: string
  trigger: ReactNode
  triggerClass: string
  align?: 'start' | 'end'
  side?: 'below' | 'above'
  children: (close: () => void) => ReactNode
}

/** A button with a short list. Arrow keys move, Esc closes and gives focus back, a click elsewhere closes. */
export function Menu({ label, trigger, triggerClass, align = 'end', side = 'below', children }: MenuProps) {
  const [isOpen, setOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()

  useEffect(() => {
    if (!isOpen) return
    items(root.current)[0]?.focus()
    const onPointer = (event: PointerEvent) => {
      if (!root.current?.contains(event.target as Node)) setOpen(false)
    }
    document.addEventListener('pointerdown', onPointer)
    return () => document.removeEventListener('pointerdown', onPointer)
  }, [isOpen])

  function close() {
    setOpen(false)
    button.current?.focus()
  }

  function onKeyDown(event: KeyboardEvent) {
    if (!isOpen) return
    if (event.key === 'Escape') {
      event.stopPropagation()
      close()
    }
    if (event.key === 'Tab') setOpen(false)
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0) return
    event.preventDefault()
    const all = items(root.current)
    const at = all.indexOf(document.activeElement as HTMLElement)
    all[(at + step + all.length) % all.length]?.focus()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys are handled for the menu inside, which is interactive
    <div ref={root} className="relative" onKeyDown={onKeyDown}>
      <button
        ref={button}
        type="button"
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
        className={triggerClass}
      >
        {trigger}
      </button>
      {isOpen && (
        <div
          id={id}
          role="menu"
          className={`absolute z-30 min-w-52 animate-[rise_120ms_ease] rounded-xl border border-line bg-raised p-1.5 shadow-lift ${
            align === 'end' ? 'right-0' : 'left-0'
          } ${side === 'below' ? 'top-full mt-1' : 'bottom-full mb-1.5'}`}
        >
          {children(close)}
        </div>
      )}
    </div>
  )
}

function items(root: HTMLElement | null): HTMLElement[] {
  return [...(root?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? [])]
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
