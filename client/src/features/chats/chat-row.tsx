import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { ChatSummary } from '../../api/types'
import { Link } from '../../router'
import { copyText } from '../../ui/copy'
import { LinkIcon, LockIcon, MoreIcon, PauseIcon, PencilIcon, TrashIcon } from '../../ui/icons'
import { Menu, MenuItem } from '../../ui/menu'
import { useEscape } from '../../ui/shortcuts'
import { useToasts } from '../../ui/toast'
import { titleOf } from './chat-list'
import { useChats } from './chats-provider'
import { DeleteChatDialog } from './delete-chat-dialog'

interface ChatRowProps {
  chat: ChatSummary
  isOpen: boolean
  onGo: () => void
  onRemoved: () => void
}

export function ChatRow({ chat, isOpen, onGo, onRemoved }: ChatRowProps) {
  const { rename, share, remove, setMemory } = useChats()
  const { show } = useToasts()
  const [mode, setMode] = useState<'still' | 'renaming' | 'deleting'>('still')
  const isPublic = chat.visibility === 'public'
  const isResting = chat.memory !== 'on'
  const row = useRef<HTMLDivElement>(null)
  const wasRenaming = useRef(false)

  // The field is gone with its focus; whoever works by keys goes on at the row, not at the head of the page.
  useEffect(() => {
    if (wasRenaming.current && document.activeElement === document.body)
      row.current?.querySelector('a')?.focus()
    wasRenaming.current = mode === 'renaming'
  }, [mode])

  async function shareByLink() {
    if (!isPublic && !(await share(chat.id, 'public'))) return
    const isCopied = await copyText(`${location.origin}/chat/${chat.id}`)
    show(
      isCopied
        ? 'Link copied. Signed-in people who have it can read this chat.'
        : 'This chat can now be read by link.',
    )
  }

  if (mode === 'renaming') {
    return (
      <RenameForm
        title={chat.title}
        onDone={(title) => {
          if (title && title !== chat.title) rename(chat.id, title)
          setMode('still')
        }}
      />
    )
  }
  return (
    <div ref={row} data-testid="chat-item" className="group relative">
      <Link
        href={`/chat/${chat.id}`}
        onClick={onGo}
        title={titleOf(chat)}
        aria-current={isOpen ? 'page' : undefined}
        className={`block truncate rounded-lg py-2 pr-3 pl-3 group-focus-within:pr-10 group-hover:pr-10 pointer-coarse:pr-12 text-[0.9375rem] pointer-coarse:py-2.5 ${
          isOpen
            ? 'bg-raised font-medium text-ink shadow-[inset_2px_0_0_var(--kelp)]'
            : 'text-ink-soft hover:bg-raised/70 hover:text-ink'
        }`}
      >
        {isPublic && (
          <LinkIcon
            className="mr-1.5 inline text-ink-faint"
            aria-label="Shared by link:"
            role="img"
            aria-hidden={false}
          />
        )}
        {isResting && (
          <PauseIcon
            className="mr-1.5 inline text-amber"
            aria-label={chat.memory === 'temporary' ? 'Temporary:' : 'Memory paused:'}
            role="img"
            aria-hidden={false}
          />
        )}
        {titleOf(chat)}
      </Link>
      <div className="absolute top-1/2 right-1 -translate-y-1/2 opacity-0 focus-within:opacity-100 group-hover:opacity-100 has-[[aria-expanded=true]]:opacity-100 pointer-coarse:opacity-100">
        <Menu
          label={`Options for ${titleOf(chat)}`}
          trigger={<MoreIcon />}
          triggerClass="inline-flex size-8 items-center justify-center rounded-md text-ink-faint hover:bg-line hover:text-ink"
        >
          {(close) => (
            <>
              <MenuItem icon={<PencilIcon />} onSelect={() => [close(), setMode('renaming')]}>
                Rename
              </MenuItem>
              <MenuItem icon={<LinkIcon />} onSelect={() => [close(), void shareByLink()]}>
                {isPublic ? 'Copy link' : 'Share by link'}
              </MenuItem>
              {isPublic && (
                <MenuItem icon={<LockIcon />} onSelect={() => [close(), void share(chat.id, 'private')]}>
                  Make private again
                </MenuItem>
              )}
              {chat.memory !== 'temporary' && (
                <MenuItem
                  icon={<PauseIcon />}
                  onSelect={() => [close(), void setMemory(chat.id, isResting ? 'on' : 'paused')]}
                >
                  {isResting ? 'Resume memory' : 'Pause memory'}
                </MenuItem>
              )}
              <MenuItem icon={<TrashIcon />} tone="danger" onSelect={() => [close(), setMode('deleting')]}>
                Delete
              </MenuItem>
            </>
          )}
        </Menu>
      </div>
      {mode === 'deleting' && (
        <DeleteChatDialog
          chat={chat}
          onClose={() => setMode('still')}
          onDelete={(forgets) => [setMode('still'), remove(chat.id, forgets), onRemoved()]}
        />
      )}
    </div>
  )
}

function RenameForm({ title, onDone }: { title: string; onDone: (title: string) => void }) {
  const [value, setValue] = useState(title)
  const field = useRef<HTMLInputElement>(null)
  useEscape('field', () => onDone(''), field)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onDone(value.trim())
  }
  return (
    <form onSubmit={submit}>
      <input
        ref={field}
        // biome-ignore lint/a11y/noAutofocus: the person has just asked to write here
        autoFocus
        aria-label="Title of the chat"
        value={value}
        maxLength={200}
        onChange={(event) => setValue(event.target.value)}
        onFocus={(event) => event.target.select()}
        onBlur={() => onDone(value.trim())}
        className="h-9 w-full rounded-lg border border-kelp bg-raised px-2.5 text-[0.9375rem]"
      />
    </form>
  )
}
