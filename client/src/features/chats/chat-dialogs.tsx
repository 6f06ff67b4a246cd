/** What is asked about chats. Fetched when the first of them opens. */
import { lazy, Suspense } from 'react'
import type { ChatSummary } from '../../api/types'
import { loadLate } from '../../load-late'
import { useChats } from './chats-provider'
import { DeleteChatsDialog } from './delete-chats-dialog'
import { FolderNameDialog, GiveUpFolderDialog } from './folder-dialogs'
import { MoveDialog } from './move-dialog'
import { ShareDialog } from './share-dialog'

export type Question =
  | { kind: 'share'; chat: ChatSummary }
  | { kind: 'delete'; chats: ChatSummary[] }
  | { kind: 'move'; chats: ChatSummary[] }
  | { kind: 'make-folder' }
  | { kind: 'rename-folder'; name: string }
  | { kind: 'give-up-folder'; name: string; count: number }
  | { kind: 'print'; chat: ChatSummary }

/** It sets all that was said, as the page itself does. */
const PrintedChat = lazy(() => loadLate(() => import('./printed-chat')))

export default function ChatDialogs({ question, onClose }: { question: Question; onClose: () => void }) {
  const { list, remove } = useChats()
  switch (question.kind) {
    case 'share': {
      // As it stands now: the dialog stays open over what it changes.
      const now = list.chats.find((chat) => chat.id === question.chat.id)
      return <ShareDialog chat={now ?? question.chat} onClose={onClose} />
    }
    case 'delete':
      return (
        <DeleteChatsDialog
          chats={question.chats}
          onClose={onClose}
          onDelete={(forgets) => {
            onClose()
            remove(
              question.chats.map((chat) => chat.id),
              forgets,
            )
          }}
        />
      )
    case 'move':
      return <MoveDialog chats={question.chats} onClose={onClose} />
    case 'make-folder':
      return <FolderNameDialog name={null} onClose={onClose} />
    case 'rename-folder':
      return <FolderNameDialog name={question.name} onClose={onClose} />
    case 'give-up-folder':
      return <GiveUpFolderDialog name={question.name} count={question.count} onClose={onClose} />
    case 'print':
      return (
        <Suspense fallback={null}>
          <PrintedChat chat={question.chat} onDone={onClose} />
        </Suspense>
      )
  }
}
