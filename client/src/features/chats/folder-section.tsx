import { type DragEvent, type ReactNode, useEffect, useState } from 'react'
import { useWords } from '../../language/words'
import { FolderIcon, MoreIcon, PencilIcon, RightIcon, TrashIcon } from '../../ui/icons'
import { Menu, MenuItem } from '../../ui/menu'
import { DRAGGED } from './chat-row'
import { useChats } from './chats-provider'
import { chatWords } from './words'

interface FolderSectionProps {
  name: string
  count: number
  isOpen: boolean
  /** Some of its chats may be shown already; the others come when it is opened. */
  isEmpty: boolean
  onToggle: () => void
  children: ReactNode
}

export function FolderSection({ name, count, isOpen, isEmpty, onToggle, children }: FolderSectionProps) {
  const says = useWords(chatWords)
  const { list, loadFolder, order, ask } = useChats()
  const [cursor, setCursor] = useState<string | null>(null)
  const [isOver, setOver] = useState(false)

  // What does not come now comes with the pages of the whole list, or when it is opened again.
  useEffect(() => {
    if (isOpen) loadFolder(name, null).then(setCursor, () => {})
  }, [isOpen, name, loadFolder])

  function onDrop(event: DragEvent) {
    setOver(false)
    const dropped = list.chats.find((chat) => chat.id === event.dataTransfer.getData(DRAGGED))
    if (!dropped) return
    event.preventDefault()
    if (dropped.folder !== name) void order([dropped], { folder: name })
  }

  return (
    <section
      aria-label={name}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes(DRAGGED)) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
      className={`rounded-lg ${isOver ? 'bg-kelp-wash outline-2 outline-(--kelp)' : ''}`}
    >
      <div data-row className="group relative">
        <button
          type="button"
          data-stop
          aria-expanded={isOpen}
          aria-label={says.folderSays(name, count)}
          title={name}
          onClick={onToggle}
          className="flex w-full items-center gap-2.5 rounded-lg px-3 py-2 text-left text-[0.9375rem] text-ink-soft hover:bg-raised/70 hover:text-ink group-focus-within:pr-10 group-hover:pr-10 pointer-coarse:py-2.5 pointer-coarse:pr-12"
        >
          <span className="relative inline-grid size-5 shrink-0 place-items-center text-ink-faint">
            <FolderIcon />
          </span>
          <span className="min-w-0 flex-1 truncate">{name}</span>
          <span className="text-ink-faint text-xs tabular-nums group-focus-within:hidden group-hover:hidden">
            {count > 0 && count}
          </span>
          <RightIcon
            className={`shrink-0 text-ink-faint transition-transform ${isOpen ? 'rotate-90' : ''}`}
          />
        </button>
        <div className="absolute top-1/2 right-1 -translate-y-1/2 opacity-0 focus-within:opacity-100 group-hover:opacity-100 has-[[aria-expanded=true]]:opacity-100 pointer-coarse:opacity-100">
          <Menu
            label={says.folderOptions(name)}
            trigger={<MoreIcon />}
            triggerClass="inline-flex size-8 items-center justify-center rounded-md bg-sunk text-ink-faint hover:bg-line hover:text-ink"
          >
            {(close) => (
              <>
                <MenuItem
                  icon={<PencilIcon />}
                  onSelect={() => [close(), ask({ kind: 'rename-folder', name })]}
                >
                  {says.rename}
                </MenuItem>
                <MenuItem
                  icon={<TrashIcon />}
                  onSelect={() => [close(), ask({ kind: 'give-up-folder', name, count })]}
                >
                  {says.giveUp}
                </MenuItem>
              </>
            )}
          </Menu>
        </div>
      </div>
      {isOpen && (
        <div className="ml-5 border-line border-l pl-1">
          {children}
          {isEmpty && count === 0 && (
            <p className="px-3 py-2 text-pretty text-ink-faint text-sm">{says.emptyFolder}</p>
          )}
          {cursor && (
            <button
              type="button"
              className="px-3 py-2 text-kelp text-sm underline underline-offset-4"
              onClick={() => void loadFolder(name, cursor).then(setCursor, () => {})}
            >
              {says.more}
            </button>
          )}
        </div>
      )}
    </section>
  )
}
