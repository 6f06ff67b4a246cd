import { type DragEvent, useEffect, useRef, useState } from 'react'
import type { ChatSummary } from '../../api/types'
import { useWords } from '../../language/words'
import { Link } from '../../router'
import { Face, type Somebody } from '../../ui/face'
import { LinkIcon, MoreIcon, PauseIcon, PencilIcon, TemporaryIcon } from '../../ui/icons'
import { Menu } from '../../ui/menu'
import { titleOf } from './chat-list'
import { ChatMenu } from './chat-menu'
import { useChats } from './chats-provider'
import { RenameForm } from './rename-form'
import { chatWords } from './words'

/** What a chat that is dragged over a folder is known by. */
export const DRAGGED = 'application/x-holdfast-chat'

export interface RowGiven {
  isOpen: boolean
  /** Something is written in it and not sent. */
  isDrafted: boolean
  face: Somebody
  onGo: () => void
  onSelect: () => void
  /** While several are being chosen. */
  choice: { isChosen: boolean; onToggle: (isRange: boolean) => void } | null
}

interface ChatRowProps extends RowGiven {
  chat: ChatSummary
  /** With a companion: she is larger, and the chat has her name. */
  companion?: string
}

export function ChatRow({ chat, companion, isOpen, isDrafted, face, onGo, onSelect, choice }: ChatRowProps) {
  const says = useWords(chatWords)
  const { rename } = useChats()
  const [isRenaming, setRenaming] = useState(false)
  const row = useRef<HTMLDivElement>(null)
  const wasRenaming = useRef(false)
  const title = companion ?? titleOf(chat)

  // The field is gone with its focus; whoever works by keys goes on at the row, not at the head of the page.
  useEffect(() => {
    if (wasRenaming.current && document.activeElement === document.body)
      row.current?.querySelector('a')?.focus()
    wasRenaming.current = isRenaming
  }, [isRenaming])

  if (isRenaming) {
    return (
      <RenameForm
        className="h-9 text-[0.9375rem]"
        title={chat.title}
        onDone={(wanted) => {
          if (wanted) rename(chat.id, wanted)
          setRenaming(false)
        }}
      />
    )
  }
  const look = [
    'flex items-center gap-2.5 rounded-lg px-3 text-[0.9375rem] pointer-coarse:py-2.5',
    companion ? 'py-1.5' : 'py-2',
    isOpen && !choice
      ? 'bg-raised font-medium text-ink shadow-[inset_2px_0_0_var(--kelp)]'
      : 'text-ink-soft hover:bg-raised/70 hover:text-ink',
  ].join(' ')
  const inside = (
    <>
      <Face of={face} size={companion ? 1.75 : 1.25} />
      <Marks chat={chat} isDrafted={isDrafted} />
      <span className={`min-w-0 flex-1 truncate ${companion ? 'font-medium text-ink' : ''}`}>{title}</span>
    </>
  )
  if (choice) {
    return (
      // biome-ignore lint/a11y/useKeyWithClickEvents: by keys, Shift and an arrow do the same
      <label
        data-testid="chat-item"
        data-chat={chat.id}
        title={title}
        onClick={(event) => event.shiftKey && [event.preventDefault(), choice.onToggle(true)]}
        className={look}
      >
        <input
          type="checkbox"
          data-stop
          checked={choice.isChosen}
          aria-label={says.selectTitle(title)}
          onChange={() => choice.onToggle(false)}
          className="size-4 shrink-0 accent-(--kelp)"
        />
        {inside}
      </label>
    )
  }
  return (
    <div ref={row} data-testid="chat-item" data-chat={chat.id} className="group relative">
      <Link
        href={`/chat/${chat.id}`}
        data-stop
        onClick={onGo}
        title={title}
        aria-current={isOpen ? 'page' : undefined}
        onDragStart={(event: DragEvent) => event.dataTransfer.setData(DRAGGED, chat.id)}
        className={`${look} group-focus-within:pr-10 group-hover:pr-10 pointer-coarse:pr-12`}
      >
        {inside}
      </Link>
      <div className="absolute top-1/2 right-1 -translate-y-1/2 opacity-0 focus-within:opacity-100 group-hover:opacity-100 has-[[aria-expanded=true]]:opacity-100 pointer-coarse:opacity-100">
        <Menu
          label={says.options(title)}
          trigger={<MoreIcon />}
          triggerClass="inline-flex size-8 items-center justify-center rounded-md text-ink-faint hover:bg-line hover:text-ink"
        >
          {(close) => (
            <ChatMenu
              chat={chat}
              close={close}
              {...(companion ? {} : { onSelect, onRename: () => setRenaming(true) })}
            />
          )}
        </Menu>
      </div>
    </div>
  )
}

/** What is said of it before its name: that others read it, that it is not remembered, that something waits in it. */
function Marks({ chat, isDrafted }: { chat: ChatSummary; isDrafted: boolean }) {
  const says = useWords(chatWords)
  return (
    <>
      {chat.visibility !== 'private' && (
        <LinkIcon className="shrink-0 text-ink-faint" {...named(says.sharedMark)} />
      )}
      {chat.memory === 'temporary' && (
        <TemporaryIcon className="shrink-0 text-amber" {...named(says.temporaryMark)} />
      )}
      {chat.memory === 'paused' && <PauseIcon className="shrink-0 text-amber" {...named(says.pausedMark)} />}
      {isDrafted && <PencilIcon className="shrink-0 text-kelp" {...named(says.draftOf)} />}
    </>
  )
}

function named(label: string) {
  return { role: 'img', 'aria-label': label, 'aria-hidden': false } as const
}
