import { useWords } from '../language/words'
import { Button } from './button'
import { Dialog } from './dialog'
import { keyNames, useShortcut, useShortcutList } from './shortcuts'
import { uiWords } from './words'

/** What can be pressed, told by the very list that listens. */
export function ShortcutSheet({
  isOpen,
  onChange,
}: {
  isOpen: boolean
  onChange: (isOpen: boolean) => void
}) {
  const { close: closes, shortcuts: says } = useWords(uiWords)
  const all = useShortcutList()
  useShortcut({ keys: 'Mod+/', layer: 'page', says: says.show, run: () => onChange(true) })
  if (!isOpen) return null
  // What fields and menus do by themselves.
  const always = [
    { keys: 'Enter', says: says.send },
    { keys: 'Shift+Enter', says: says.newLine },
    { keys: 'Escape', says: says.escape },
  ]
  const close = () => onChange(false)
  return (
    <Dialog title={says.title} onClose={close} actions={<Button onClick={close}>{closes}</Button>}>
      <dl className="grid grid-cols-[1fr_auto] items-baseline gap-x-8 gap-y-2.5 pt-2">
        {[...all, ...always].map(({ keys, says: does }) => (
          <div key={`${keys} ${does}`} className="contents">
            <dt>{does}</dt>
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
