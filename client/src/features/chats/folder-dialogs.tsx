import { type FormEvent, useState } from 'react'
import { chats as api } from '../../api/endpoints'
import { inOneLine } from '../../api/sentences'
import { useWords, wordsNow } from '../../language/words'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { Field } from '../../ui/field'
import { useToasts } from '../../ui/toast'
import { useChats } from './chats-provider'
import { chatDialogWords, chatWords } from './words'

interface FolderNameDialogProps {
  /** Of the one that is to be renamed; null makes a new one. */
  name: string | null
  onClose: () => void
}

export function FolderNameDialog({ name, onClose }: FolderNameDialogProps) {
  const words = useWords(chatDialogWords)
  const says = words.folder
  const { folders, renameFolder, refreshFolders } = useChats()
  const [value, setValue] = useState(name ?? '')
  const [error, setError] = useState<string | null>(null)
  const wanted = value.trim().replace(/\s+/g, ' ')
  const isTaken = wanted !== name && folders.some((folder) => folder.name === wanted)

  async function save(event: FormEvent) {
    event.preventDefault()
    if (wanted === '') return
    try {
      if (name === null) await api.makeFolder(wanted)
      else if (wanted !== name) await renameFolder(name, wanted)
      await refreshFolders()
      onClose()
    } catch (failure) {
      setError(inOneLine(failure))
    }
  }
  return (
    <Dialog
      title={name === null ? says.make : says.rename}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button look="solid" type="submit" form="folder-name">
            {name === null ? says.create : says.save}
          </Button>
        </>
      }
    >
      <form id="folder-name" onSubmit={(event) => void save(event)} className="pt-1">
        <Field
          label={says.name}
          value={value}
          maxLength={60}
          required
          error={error}
          hint={isTaken ? says.merges(wanted) : name === null ? says.hint : undefined}
          onChange={(event) => [setValue(event.target.value), setError(null)]}
        />
      </form>
    </Dialog>
  )
}

interface GiveUpFolderDialogProps {
  name: string
  count: number
  onClose: () => void
}

export function GiveUpFolderDialog({ name, count, onClose }: GiveUpFolderDialogProps) {
  const says = useWords(chatDialogWords).folder
  const { renameFolder } = useChats()
  const { show } = useToasts()

  async function giveUp() {
    onClose()
    try {
      await renameFolder(name, null)
      show(wordsNow(chatWords).saidGivenUp(name))
    } catch (error) {
      show(inOneLine(error))
    }
  }
  return (
    <Dialog
      title={says.giveUp(name)}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{says.keep}</Button>
          <Button look="danger" onClick={() => void giveUp()}>
            {says.go}
          </Button>
        </>
      }
    >
      <p>{count === 0 ? says.givesUpEmpty : says.givesUp(count)}</p>
    </Dialog>
  )
}
