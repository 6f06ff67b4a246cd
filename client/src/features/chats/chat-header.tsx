/** The head of an open chat: what it is called, who answers in it, and what can be done with it. */
import { type ReactNode, useEffect, useRef, useState } from 'react'
import useSWR from 'swr'
import { about, paths } from '../../api/endpoints'
import type { ChatSummary } from '../../api/types'
import { useWords } from '../../language/words'
import { Button } from '../../ui/button'
import { Face } from '../../ui/face'
import { LinkIcon, MoreIcon } from '../../ui/icons'
import { Menu } from '../../ui/menu'
import { faceOfPersona } from '../conversation/faces'
import { titleOf } from './chat-list'
import { ChatMenu } from './chat-menu'
import { useChats } from './chats-provider'
import { RenameForm } from './rename-form'
import { chatWords } from './words'

interface ChatHeaderProps {
  /** Not there before it is loaded: its place is kept. */
  chat: ChatSummary | null
  isMine: boolean
  /** Left of the title: the way to the list where it is not beside the page. */
  before?: ReactNode
  /** Right of the menu. */
  after?: ReactNode
}

export function ChatHeader({ chat, isMine, before, after }: ChatHeaderProps) {
  const says = useWords(chatWords)
  const { nameOf, rename, ask } = useChats()
  const { data: personas = [] } = useSWR(paths.personas, about.personas)
  const [isRenaming, setRenaming] = useState(false)
  const title = useRef<HTMLButtonElement>(null)
  const wasRenaming = useRef(false)
  const name = chat ? nameOf(chat) : ''
  const persona = personas.find((one) => one.id === chat?.personaId) ?? null
  const isNamedAlready = persona?.name === name

  // The field is gone with its focus: it goes back to the title that was pressed.
  useEffect(() => {
    if (wasRenaming.current && document.activeElement === document.body) title.current?.focus()
    wasRenaming.current = isRenaming
  }, [isRenaming])

  return (
    <header
      data-testid="chat-header"
      className="flex h-14 shrink-0 items-center gap-2 border-line border-b px-2 pt-[env(safe-area-inset-top)] [box-sizing:content-box] sm:px-4 print:hidden"
    >
      {before}
      {chat && (
        <>
          <Face of={faceOfPersona(persona)} size={2} className="max-xs:hidden" />
          {isRenaming ? (
            <RenameForm
              className="h-10 max-w-xl font-medium"
              title={titleOf(chat)}
              onDone={(wanted) => {
                if (wanted) rename(chat.id, wanted)
                setRenaming(false)
              }}
            />
          ) : (
            <div className="min-w-0 flex-1 pl-1.5 leading-tight">
              <h1 className="flex min-w-0 font-medium text-[0.9375rem]">
                {isMine && !isNamedAlready ? (
                  <button
                    ref={title}
                    type="button"
                    title={says.renameTitle(name)}
                    onClick={() => setRenaming(true)}
                    className="-mx-1.5 min-w-0 cursor-text truncate rounded-md px-1.5 py-0.5 text-left hover:bg-sunk focus-visible:outline-offset-0"
                  >
                    {name}
                  </button>
                ) : (
                  <span className="min-w-0 truncate" title={name}>
                    {name}
                  </span>
                )}
              </h1>
              {!isNamedAlready && persona && (
                <p className="truncate text-ink-faint text-xs">{persona.name}</p>
              )}
            </div>
          )}
          {isMine && (
            <>
              <Button
                look="quiet"
                className="max-sm:hidden px-3!"
                onClick={() => ask({ kind: 'share', chat })}
              >
                <LinkIcon className={chat.visibility === 'private' ? 'text-ink-faint' : 'text-kelp'} />
                {says.share}
              </Button>
              <Menu
                label={says.chatOptions}
                trigger={<MoreIcon />}
                triggerClass="inline-flex size-9 shrink-0 items-center justify-center rounded-lg text-ink-faint hover:bg-sunk hover:text-ink pointer-coarse:size-10"
              >
                {(close) => (
                  <ChatMenu
                    chat={chat}
                    close={close}
                    isWhole
                    {...(isNamedAlready ? {} : { onRename: () => setRenaming(true) })}
                  />
                )}
              </Menu>
            </>
          )}
        </>
      )}
      {!chat && <div className="flex-1" />}
      {after}
    </header>
  )
}
