import { paths } from '../../api/endpoints'
import { IconButton } from '../../ui/button'
import { CloseIcon, ImageIcon } from '../../ui/icons'
import type { Attachment } from './messages'

interface AttachmentsProps {
  files: Attachment[]
  pending?: string[]
  onRemove?: (id: string) => void
}

export function Attachments({ files, pending = [], onRemove }: AttachmentsProps) {
  if (files.length === 0 && pending.length === 0) return null
  return (
    <ul className="mb-2 flex flex-wrap gap-2" aria-label="Attached images">
      {files.map((file) => (
        <li key={file.id} className="relative">
          <a href={paths.file(file.id)} target="_blank" rel="noopener noreferrer" title={file.filename}>
            <img
              src={paths.file(file.id)}
              alt={file.filename}
              className={`rounded-lg border border-line bg-sunk object-cover ${onRemove ? 'size-16' : 'max-h-64 min-h-16 min-w-16 max-w-full'}`}
            />
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
      {pending.map((name) => (
        <li
          key={name}
          className="flex size-16 animate-pulse flex-col items-center justify-center rounded-lg border border-line-strong border-dashed text-ink-faint"
        >
          <ImageIcon />
          <span className="sr-only">{name} is being uploaded</span>
        </li>
      ))}
    </ul>
  )
}
