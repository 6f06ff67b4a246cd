/** What can be done about a document, wherever it is shown: a menu, and the dialogs behind it. */
import { type ReactNode, useId, useRef, useState } from 'react'
import useSWR from 'swr'
import { documents, paths } from '../../api/endpoints'
import { inOneLine } from '../../api/sentences'
import type { StoredDocument } from '../../api/types'
import { useWords } from '../../language/words'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { Field } from '../../ui/field'
import {
  AgainIcon,
  CopyIcon,
  DownloadIcon,
  FolderIcon,
  LinkIcon,
  MoreIcon,
  PencilIcon,
  PinIcon,
  StopIcon,
  TrashIcon,
  UploadIcon,
} from '../../ui/icons'
import { Menu, MenuItem, MenuLine } from '../../ui/menu'
import { useToasts } from '../../ui/toast'
import { FormDialog, written } from './form-dialog'
import { ShareDialog } from './share-dialog'
import { isBeingRead, type Rights } from './targets'
import { libraryWords } from './words'

interface DocumentMenuProps {
  document: StoredDocument
  rights: Rights
  /** It is different now. */
  onChanged: () => void
  onRemoved: () => void
  onNewVersion: (file: File) => void
}

type Asking = 'rename' | 'move' | 'share' | 'remove' | null

export function DocumentMenu(props: DocumentMenuProps) {
  const { document, rights, onChanged, onNewVersion } = props
  const says = useWords(libraryWords)
  const { show } = useToasts()
  const [asking, setAsking] = useState<Asking>(null)
  const picker = useRef<HTMLInputElement>(null)
  const { id, title, target } = document
  const { organization } = rights
  const mayChange = rights.mayChange(document)

  async function run(deed: () => Promise<unknown>, said?: string) {
    try {
      await deed()
      if (said) show(said)
    } catch (error) {
      show(inOneLine(error))
    }
    onChanged()
  }

  return (
    <>
      <Menu
        label={says.options(title)}
        trigger={<MoreIcon />}
        triggerClass="grid size-9 shrink-0 place-items-center rounded-lg text-ink-faint hover:bg-sunk hover:text-ink pointer-coarse:size-11"
      >
        {(close) => {
          const item = (label: string, icon: ReactNode, select: () => void) => (
            <MenuItem icon={icon} onSelect={() => [close(), select()]}>
              {label}
            </MenuItem>
          )
          return (
            <>
              {item(says.download, <DownloadIcon />, () => location.assign(paths.content(id)))}
              {mayChange && (
                <>
                  {item(says.rename, <PencilIcon />, () => setAsking('rename'))}
                  {item(says.move, <FolderIcon />, () => setAsking('move'))}
                  {item(says.newVersion, <UploadIcon />, () => picker.current?.click())}
                  {isBeingRead(document)
                    ? item(says.stop, <StopIcon />, () => void run(() => documents.cancel(id)))
                    : item(says.reindex, <AgainIcon />, () => void run(() => documents.reindex(id)))}
                </>
              )}
              {target.startsWith('chat') &&
                item(
                  says.keep,
                  <PinIcon />,
                  () => void run(() => documents.change(id, { target: 'user' }), says.saidKept(title)),
                )}
              {organization &&
                target !== 'org' &&
                mayChange &&
                item(
                  says.share(organization.name),
                  <LinkIcon />,
                  () => void run(() => documents.copy(id, 'org'), says.saidShared(title, organization.name)),
                )}
              {item(says.sharing.open, <CopyIcon />, () => setAsking('share'))}
              {rights.mayRemove(document) && (
                <>
                  <MenuLine />
                  <MenuItem
                    icon={<TrashIcon />}
                    tone="danger"
                    onSelect={() => [close(), setAsking('remove')]}
                  >
                    {says.remove}
                  </MenuItem>
                </>
              )}
            </>
          )
        }}
      </Menu>
      <input
        ref={picker}
        type="file"
        hidden
        onChange={(event) => {
          const file = event.target.files?.[0]
          event.target.value = ''
          if (file) onNewVersion(file)
        }}
      />
      {asking === 'rename' && <RenameDialog {...props} onClose={() => setAsking(null)} />}
      {asking === 'move' && <MoveDialog {...props} onClose={() => setAsking(null)} />}
      {asking === 'share' && (
        <ShareDialog document={document} rights={rights} onClose={() => setAsking(null)} />
      )}
      {asking === 'remove' && <RemoveDialog {...props} onClose={() => setAsking(null)} />}
    </>
  )
}

interface AskingProps extends DocumentMenuProps {
  onClose: () => void
}

function RenameDialog({ document, onChanged, onClose }: AskingProps) {
  const says = useWords(libraryWords)
  return (
    <FormDialog
      title={says.naming.title}
      go={says.naming.go}
      onClose={onClose}
      onGo={async (form) => {
        await documents.change(document.id, { title: written(form, 'title') })
        onChanged()
      }}
    >
      <Field label={says.naming.name} name="title" required maxLength={300} defaultValue={document.title} />
    </FormDialog>
  )
}

function MoveDialog({ document, onChanged, onClose }: AskingProps) {
  const says = useWords(libraryWords)
  const listId = useId()
  const { data: folders = [] } = useSWR(foldersKey(document.target), () => documents.folders(document.target))
  return (
    <FormDialog
      title={says.folder.title}
      go={says.folder.go}
      onClose={onClose}
      onGo={async (form) => {
        await documents.change(document.id, { folder: written(form, 'folder') || null })
        onChanged()
      }}
    >
      <Field
        label={says.folder.name}
        name="folder"
        hint={says.folder.hint}
        maxLength={100}
        list={listId}
        autoComplete="off"
        defaultValue={document.folder ?? ''}
      />
      <datalist id={listId}>
        {folders.map(({ name }) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </FormDialog>
  )
}

export function foldersKey(target: string): readonly string[] {
  return ['document folders', target]
}

function RemoveDialog({ document, onRemoved, onClose }: AskingProps) {
  const says = useWords(libraryWords)
  const { show } = useToasts()
  const [isBusy, setBusy] = useState(false)
  const isOwn = /^(user|overlay:|chat)/.test(document.target)

  async function go() {
    setBusy(true)
    try {
      await documents.remove(document.id)
      show(says.saidDeleted(document.title))
      onRemoved()
    } catch (error) {
      show(inOneLine(error))
    }
    onClose()
  }

  return (
    <Dialog
      title={says.removal.title(document.title)}
      onClose={onClose}
      actions={
        <>
          <Button look="quiet" onClick={onClose}>
            {says.removal.keep}
          </Button>
          <Button look="danger" disabled={isBusy} onClick={() => void go()}>
            {says.removal.go}
          </Button>
        </>
      }
    >
      <p>{says.removal.says}</p>
      {!isOwn && <p className="mt-2 font-medium text-ink">{says.removal.forAll}</p>}
    </Dialog>
  )
}
