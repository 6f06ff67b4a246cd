import { paths } from '../../api/endpoints'
import { IconButton } from '../../ui/button'
import { CloseIcon, ImageIcon, LayersIcon } from '../../ui/icons'
import type { Attachment } from './messages'
import type { Pending } from './use-upload'

interface AttachmentsProps {
  files: Attachment[]
  pending?: Pending[]
  onRemove?: (id: string) => void
}

export function Attachments({ files, pending = [], onRemove }: AttachmentsProps) {
  if (files.length === 0 && pending.length === 0) return null
  return (
    <ul className="mb-2 flex flex-wrap gap-2" aria-label="Attached files">
      {files.map((file) => (
        <li key={file.id} className="relative">
          <a href={paths.file(file.id)} target="_blank" rel="noopener noreferrer" title={file.filename}>
            <Preview file={file} isSmall={onRemove !== undefined} />
          </a>
          {onRemove && (
            <IconButton
              label={`Remove ${file.filename}`}
              onClick={() => onRemove(file.id)}
              className="-top-2 -right-2 absolute size-6! border border-line bg-raised!"
            >
              <CloseIcon width="0.875em" height="0.875em" />
            </IconButton>
          )}
        </li>
      ))}
      {pending.map(({ id, name }) => (
        <li
          key={id}
          className="flex size-16 animate-pulse flex-col items-center justify-center rounded-lg border border-line-strong border-dashed text-ink-faint"
        >
          <ImageIcon />
          <span className="sr-only">{name} is being uploaded</span>
        </li>
      ))}
    </ul>
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
