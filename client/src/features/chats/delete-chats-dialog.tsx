import { useEffect, useId, useState } from 'react'
import { memory } from '../../api/endpoints'
import { inOneLine } from '../../api/sentences'
import type { ChatSummary } from '../../api/types'
import { useWords, wordsNow } from '../../language/words'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { learnedInWords } from '../memory/counts'
import { titleOf } from './chat-list'
import { UNDO_MS } from './use-removals'
import { chatDialogWords } from './words'

interface DeleteChatsDialogProps {
  chats: ChatSummary[]
  onClose: () => void
  onDelete: (forgets: boolean) => void
}

const MOST_NAMED = 4

/** Every sentence here is what happens: the tests of the server hold it to them. */
export function DeleteChatsDialog({ chats, onClose, onDelete }: DeleteChatsDialogProps) {
  const says = useWords(chatDialogWords).delete
  const [forgets, setForgets] = useState(true)
  const learned = useLearned(chats.map((chat) => chat.id).join())
  const noteId = useId()
  const [only] = chats
  const named = chats.slice(0, MOST_NAMED)
  return (
    <Dialog
      title={says.title(chats.length)}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{says.keep(chats.length)}</Button>
          <Button look="danger" onClick={() => onDelete(forgets)}>
            {says.go}
          </Button>
        </>
      }
    >
      {chats.length === 1 && only ? (
        <p>{says.one(titleOf(only))}</p>
      ) : (
        <>
          <p>{says.several(chats.length)}</p>
          <ul className="mt-2 list-disc pl-5">
            {named.map((chat) => (
              <li key={chat.id} className="truncate">
                {titleOf(chat)}
              </li>
            ))}
            {chats.length > named.length && <li>{says.more(chats.length - named.length)}</li>}
          </ul>
        </>
      )}
      <label className="mt-4 flex gap-3 rounded-xl border border-line px-3.5 py-3 has-checked:border-kelp has-checked:bg-kelp-wash/60">
        <input
          type="checkbox"
          checked={forgets}
          aria-describedby={noteId}
          onChange={(event) => setForgets(event.target.checked)}
          className="mt-1 size-4 shrink-0 accent-(--kelp)"
        />
        <span>
          <span className="font-medium text-ink">{says.forget(chats.length)}</span>
          <span id={noteId} aria-live="polite" className="mt-0.5 block text-sm">
            {learned}
          </span>
        </span>
      </label>
      <p className="mt-4">{forgets ? says.forgets : says.keeps}</p>
      <p className="mt-2">{says.undo(UNDO_MS / 1000)}</p>
    </Dialog>
  )
}

function useLearned(ids: string): string {
  const [told, setTold] = useState(() => wordsNow(chatDialogWords).delete.counting)
  useEffect(() => {
    let isGone = false
    const tell = (text: string) => !isGone && setTold(text)
    const says = wordsNow(chatDialogWords).delete
    memory.countOfChats(ids.split(',')).then(
      (counts) => tell(inSentence(learnedInWords(counts)) ?? says.nothing),
      (error: unknown) => tell(says.unknown(inOneLine(error))),
    )
    return () => {
      isGone = true
    }
  }, [ids])
  return told
}

function inSentence(learned: string | null): string | null {
  return learned && `${learned}.`
}
