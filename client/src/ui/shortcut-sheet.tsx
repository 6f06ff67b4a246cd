import { Button } from './button'
import { Dialog } from './dialog'
import { keyNames, useShortcut, useShortcutList } from './shortcuts'

/** What can be pressed, told by the very list that listens. */
export function ShortcutSheet({
  isOpen,
  onChange,
}: {
  isOpen: boolean
  onChange: (isOpen: boolean) => void
}) {
  const all = useShortcutList()
  useShortcut({ keys: 'Mod+/', layer: 'page', says: 'Show these shortcuts', run: () => onChange(true) })
  if (!isOpen) return null
  const close = () => onChange(false)
  return (
    <Dialog title="Keyboard shortcuts" onClose={close} actions={<Button onClick={close}>Close</Button>}>
      <dl className="grid grid-cols-[1fr_auto] items-baseline gap-x-8 gap-y-2.5 pt-2">
        {[...all, ...ALWAYS].map(({ keys, says }) => (
          <div key={`${keys} ${says}`} className="contents">
            <dt>{says}</dt>
            <dd className="flex justify-end gap-1">
              {keyNames(keys).map((name) => (
                <kbd
                  key={name}
                  className="min-w-7 rounded-md border border-line-strong bg-sunk px-1.5 py-0.5 text-center font-sans text-ink text-xs"
                >
                  {name}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}

/** What fields and menus do by themselves. */
const ALWAYS = [
  { keys: 'Enter', says: 'Send' },
  { keys: 'Shift+Enter', says: 'New line' },
  { keys: 'Escape', says: 'Close what is open, or stop the answer' },
]
