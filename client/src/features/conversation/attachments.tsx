import { useState } from 'react'
import { documents, paths } from '../../api/endpoints'
import { inOneLine } from '../../api/sentences'
import { percent } from '../../language/formats'
import { useWords } from '../../language/words'
import { Link } from '../../router'
import { IconButton } from '../../ui/button'
import { CheckIcon, CloseIcon, DocumentIcon, ImageIcon, LayersIcon, PinIcon } from '../../ui/icons'
import { useToasts } from '../../ui/toast'
import type { Attachment } from './messages'
import type { Pending } from './use-upload'
import { conversationWords } from './words'

interface AttachmentsProps {
  files: Attachment[]
  pending?: Pending[]
  onRemove?: (file: Attachment) => void
  onStop?: (id: string) => void
}

export function Attachments({ files, pending = [], onRemove, onStop }: AttachmentsProps) {
  const says = useWords(conversationWords).files
  if (files.length === 0 && pending.length === 0) return null
  return (
    <ul className="mb-2 flex flex-wrap gap-2" aria-label={says.attached}>
      {files.map((file) => (
        <li key={file.id} className="relative flex min-w-0 max-w-full items-center">
          {file.isDocument ? (
            <Link href={`/documents/${file.id}`} title={file.filename} className="min-w-0 rounded-lg">
              <Chip name={file.filename} />
            </Link>
          ) : (
            <a href={paths.file(file.id)} target="_blank" rel="noopener noreferrer" title={file.filename}>
              <Preview file={file} isSmall={onRemove !== undefined} />
            </a>
          )}
          {file.isDocument && !onRemove && <Keep file={file} />}
          {onRemove && <Remove label={says.remove(file.filename)} onClick={() => onRemove(file)} />}
        </li>
      ))}
      {pending.map(({ id, name, isImage, share, isRead }) => (
        <li key={id} className="relative flex min-w-0 max-w-full items-center">
          {isImage ? (
            <span className="flex size-16 animate-pulse flex-col items-center justify-center rounded-lg border border-line-strong border-dashed text-ink-faint">
              <ImageIcon />
              <span className="sr-only">{says.uploading(name)}</span>
            </span>
          ) : (
            <Chip
              name={name}
              note={isRead ? says.reading(percent(share)) : says.sending(percent(share))}
              share={isRead ? share : 0}
            />
          )}
          {onStop && <Remove label={says.remove(name)} onClick={() => onStop(id)} />}
        </li>
      ))}
    </ul>
  )
}

function Remove({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <IconButton
      label={label}
      onClick={onClick}
      className="-top-2 -right-2 absolute size-6! border border-line bg-raised!"
    >
      <CloseIcon width="0.875em" height="0.875em" />
    </IconButton>
  )
}

/** A document: its name, and how far it is. */
function Chip({ name, note, share }: { name: string; note?: string; share?: number }) {
  return (
    <span
      className={`relative flex min-h-12 min-w-0 max-w-72 items-center gap-2.5 overflow-hidden rounded-lg border bg-sunk py-1.5 pr-4 pl-3 text-sm ${
        note ? 'border-line-strong border-dashed' : 'border-line hover:border-ink-faint'
      }`}
    >
      <DocumentIcon className="shrink-0 text-ink-faint" />
      <span className="min-w-0">
        <span className="block truncate">{name}</span>
        {note && <span className="block text-ink-soft text-xs tabular-nums">{note}</span>}
      </span>
      {share !== undefined && (
        <span
          aria-hidden="true"
          className="absolute bottom-0 left-0 h-0.5 bg-kelp transition-[width] duration-300"
          style={{ width: `${share * 100}%` }}
        />
      )}
    </span>
  )
}

/** It goes with its chat, unless it is kept. */
function Keep({ file }: { file: Attachment }) {
  const says = useWords(conversationWords).files
  const { show } = useToasts()
  const [isKept, setKept] = useState(false)

  async function keep() {
    try {
      await documents.change(file.id, { target: 'user' })
      setKept(true)
      show(says.saidKept(file.filename))
    } catch (error) {
      show(inOneLine(error))
    }
  }

  return (
    <IconButton
      label={isKept ? says.kept(file.filename) : says.keep(file.filename)}
      disabled={isKept}
      onClick={() => void keep()}
    >
      {isKept ? <CheckIcon className="text-kelp" /> : <PinIcon />}
    </IconButton>
  )
}

function Preview({ file, isSmall }: { file: Attachment; isSmall: boolean }) {
  if (!file.mediaType.startsWith('image/')) {
    return (
      <span className="flex h-16 max-w-64 items-center gap-2 rounded-lg border border-line bg-sunk px-4 text-sm">
        <LayersIcon className="shrink-0 text-ink-faint" />
        <span className="truncate">{file.filename}</span>
      </span>
    )
  }
  const size = isSmall ? 'size-16' : 'max-h-64 min-h-16 min-w-16 max-w-full'
  return (
    <img
      src={paths.file(file.id)}
      alt={file.filename}
      className={`rounded-lg border border-line bg-sunk object-cover text-ink-faint text-xs ${size}`}
    />
  )
}
