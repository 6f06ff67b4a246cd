/** What can be done with a chat, wherever it stands: in the list and at its own head. */
import { useEffect } from 'react'
import type { ChatSummary } from '../../api/types'
import { useWords } from '../../language/words'
import {
  ArchiveIcon,
  DownloadIcon,
  FolderIcon,
  LinkIcon,
  PauseIcon,
  PencilIcon,
  PinIcon,
  PrintIcon,
  SelectIcon,
  TrashIcon,
} from '../../ui/icons'
import { MenuItem, MenuLine } from '../../ui/menu'
import { useToasts } from '../../ui/toast'
import { loadDialogs, useChats } from './chats-provider'
import { saveChat } from './save-chat'
import { chatWords } from './words'

interface ChatMenuProps {
  chat: ChatSummary
  close: () => void
  /** Not where the chat has its companion's name. */
  onRename?: () => void
  /** In the list: several can be chosen from here on. */
  onSelect?: () => void
  /** At the head: it can be taken away as a file. */
  isWhole?: boolean
  /** Where sharing has a button of its own. */
  hasShare?: boolean
}

export function ChatMenu({ chat, close, onRename, onSelect, isWhole, hasShare }: ChatMenuProps) {
  const says = useWords(chatWords)
  const { order, setMemory, ask } = useChats()
  const { show } = useToasts()
  const { isPinned, isArchived, memory } = chat
  const isResting = memory !== 'on'
  useEffect(() => void loadDialogs().catch(() => {}), [])
  const after = (run: () => unknown) => () => [close(), void run()]
  return (
    <>
      {onRename && (
        <MenuItem icon={<PencilIcon />} onSelect={after(onRename)}>
          {says.rename}
        </MenuItem>
      )}
      {!hasShare && (
        <MenuItem icon={<LinkIcon />} onSelect={after(() => ask({ kind: 'share', chat }))}>
          {says.shareMore}
        </MenuItem>
      )}
      {!isArchived && (
        <MenuItem icon={<PinIcon />} onSelect={after(() => order([chat], { isPinned: !isPinned }))}>
          {isPinned ? says.unpin : says.pin}
        </MenuItem>
      )}
      <MenuItem icon={<FolderIcon />} onSelect={after(() => ask({ kind: 'move', chats: [chat] }))}>
        {says.move}
      </MenuItem>
      <MenuItem icon={<ArchiveIcon />} onSelect={after(() => order([chat], { isArchived: !isArchived }))}>
        {isArchived ? says.restore : says.putAway}
      </MenuItem>
      {memory !== 'temporary' && (
        <MenuItem
          icon={<PauseIcon />}
          onSelect={after(() => setMemory(chat.id, isResting ? 'on' : 'paused'))}
        >
          {isResting ? says.resume : says.pause}
        </MenuItem>
      )}
      {onSelect && (
        <MenuItem icon={<SelectIcon />} onSelect={after(onSelect)}>
          {says.selectOne}
        </MenuItem>
      )}
      {isWhole && (
        <>
          <MenuLine />
          <MenuItem icon={<DownloadIcon />} onSelect={after(() => saveChat(chat.id, 'markdown', show))}>
            {says.asMarkdown}
          </MenuItem>
          <MenuItem icon={<DownloadIcon />} onSelect={after(() => saveChat(chat.id, 'json', show))}>
            {says.asJson}
          </MenuItem>
          <MenuItem icon={<PrintIcon />} onSelect={after(() => ask({ kind: 'print', chat }))}>
            {says.print}
          </MenuItem>
        </>
      )}
      <MenuLine />
      <MenuItem
        icon={<TrashIcon />}
        tone="danger"
        onSelect={after(() => ask({ kind: 'delete', chats: [chat] }))}
      >
        {says.remove}
      </MenuItem>
    </>
  )
}
