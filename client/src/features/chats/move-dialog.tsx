import { type FormEvent, useState } from 'react'
import type { ChatSummary } from '../../api/types'
import { useWords } from '../../language/words'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { Field } from '../../ui/field'
import { useChats } from './chats-provider'
import { chatDialogWords } from './words'

const NONE = '\0none'
const NEW = '\0new'

/** Into a folder, a new one, or out of the one they are in. */
export function MoveDialog({ chats, onClose }: { chats: ChatSummary[]; onClose: () => void }) {
  const words = useWords(chatDialogWords)
  const says = words.move
  const { folders, order } = useChats()
  const now = new Set(chats.map((chat) => chat.folder ?? NONE))
  const present = now.size === 1 ? [...now][0] : undefined
  const [wanted, setWanted] = useState(folders.length === 0 ? NEW : (present ?? NONE))
  const [name, setName] = useState('')
  const fresh = name.trim().replace(/\s+/g, ' ')
  const isSame = wanted === present && wanted !== NEW

  function move(event: FormEvent) {
    event.preventDefault()
    if (isSame) return onClose()
    if (wanted === NEW && fresh === '') return
    onClose()
    void order(chats, { folder: wanted === NONE ? null : wanted === NEW ? fresh : wanted })
  }

  const choice = (value: string, label: string) => (
    <label
      key={value}
      className="flex items-center gap-3 rounded-lg px-2.5 py-2 text-ink hover:bg-sunk has-checked:bg-kelp-wash has-checked:font-medium"
    >
      <input
        type="radio"
        name="folder"
        value={value}
        checked={wanted === value}
        onChange={() => setWanted(value)}
        className="size-4 shrink-0 accent-(--kelp)"
      />
      <span className="min-w-0 truncate">{label}</span>
    </label>
  )
  return (
    <Dialog
      title={says.title(chats.length)}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button look="solid" type="submit" form="move-chats">
            {says.go}
          </Button>
        </>
      }
    >
      <form id="move-chats" onSubmit={move}>
        <fieldset className="-mx-1 max-h-72 overflow-y-auto px-1 py-1">
          <legend className="sr-only">{says.title(chats.length)}</legend>
          {folders.length > 0 && choice(NONE, says.none)}
          {folders.map((folder) => choice(folder.name, folder.name))}
          {choice(NEW, says.new)}
        </fieldset>
        {wanted === NEW && (
          <Field
            className="mt-3"
            label={says.name}
            value={name}
            maxLength={60}
            required
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </form>
    </Dialog>
  )
}
