import { useEffect, useId, useState } from 'react'
import { memory } from '../../api/endpoints'
import { inOneLine } from '../../api/sentences'
import type { ChatSummary } from '../../api/types'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { learnedInWords } from '../memory/counts'
import { titleOf } from './chat-list'
import { UNDO_MS } from './use-removals'

interface DeleteChatDialogProps {
  chat: ChatSummary
  onClose: () => void
  onDelete: (forgets: boolean) => void
}

/** Every sentence here is what happens: the tests of the server hold it to them. */
export function DeleteChatDialog({ chat, onClose, onDelete }: DeleteChatDialogProps) {
  const [forgets, setForgets] = useState(true)
  const learned = useLearned(chat.id)
  const noteId = useId()
  return (
    <Dialog
      title="Delete this chat?"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Keep it</Button>
          <Button look="danger" onClick={() => onDelete(forgets)}>
            Delete
          </Button>
        </>
      }
    >
      <p>“{titleOf(chat)}” will be deleted, with everything said in it and the files you sent in it.</p>
      <label className="mt-4 flex gap-3 rounded-xl border border-line px-3.5 py-3 has-checked:border-kelp has-checked:bg-kelp-wash/60">
        <input
          type="checkbox"
          checked={forgets}
          aria-describedby={noteId}
          onChange={(event) => setForgets(event.target.checked)}
          className="mt-1 size-4 shrink-0 accent-(--kelp)"
        />
        <span>
          <span className="font-medium text-ink">Also forget what was learned from it</span>
          <span id={noteId} aria-live="polite" className="mt-0.5 block text-sm">
            {learned}
          </span>
        </span>
      </label>
      <p className="mt-4">
        {forgets
          ? 'You will get a signed receipt. Answers in other chats that repeat it word for word are deleted too; what you have also said elsewhere stays known.'
          : 'What was said in it stays in memory, word for word, and may come up in other chats.'}
      </p>
      <p className="mt-2">You can undo this for {UNDO_MS / 1000} seconds.</p>
    </Dialog>
  )
}

function useLearned(chatId: string): string {
  const [told, setTold] = useState('Counting…')
  useEffect(() => {
    let isGone = false
    const tell = (text: string) => !isGone && setTold(text)
    memory.countOfChat(chatId).then(
      (counts) => tell(inSentence(learnedInWords(counts))),
      (error: unknown) => tell(`How much that is cannot be told just now. ${inOneLine(error)}`),
    )
    return () => {
      isGone = true
    }
  }, [chatId])
  return told
}

function inSentence(learned: string | null): string {
  return learned ? `${learned}.` : 'Nothing so far.'
}
