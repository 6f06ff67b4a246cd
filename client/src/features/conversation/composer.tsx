import { type ClipboardEvent, type DragEvent, type ReactNode, useRef, useState } from 'react'
import { IconButton } from '../../ui/button'
import { ImageIcon, SendIcon, StopIcon } from '../../ui/icons'
import { Attachments } from './attachments'
import { GrowingText } from './growing-text'
import type { Attachment, Words } from './messages'
import { IMAGE_TYPES, useUpload } from './use-upload'

interface ComposerProps {
  words: Words
  onChange: (change: (now: Words) => Words) => void
  onSend: () => void
  onStop: () => void
  isBusy: boolean
  /** Id of the words that say why nothing can be sent now. Pressing Send still asks, and points to them. */
  heldBy: string | null
  seesImages: boolean
  placeholder: string
  /** Stands at the left of the foot: the persona, when it can still be chosen, and the model. */
  aside?: ReactNode
}

/** On a phone, focus opens the keyboard over half of the page; there the person decides. */
const isTouch = window.matchMedia?.('(pointer: coarse)').matches ?? false

export function Composer({
  words,
  onChange,
  onSend,
  onStop,
  isBusy,
  heldBy,
  seesImages,
  placeholder,
  aside,
}: ComposerProps) {
  const picker = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const attach = (file: Attachment) => onChange((now) => ({ ...now, files: [...now.files, file] }))
  const { pending, trouble, add } = useUpload(words.files, attach)
  const isEmpty = words.text.trim() === '' && words.files.length === 0
  const maySend = !isEmpty && !isBusy && pending.length === 0

  function onPaste(event: ClipboardEvent) {
    const files = [...event.clipboardData.files].filter((file) => file.type.startsWith('image/'))
    if (files.length === 0) return
    event.preventDefault()
    void add(files)
  }
  function onDrop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    void add(event.dataTransfer.files)
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (maySend) onSend()
      }}
      onDragOver={(event) => [event.preventDefault(), setOver(true)]}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
      className={`rounded-2xl border bg-raised px-4 pt-3.5 pb-2 shadow-lift transition-colors focus-within:border-kelp ${
        isOver ? 'border-kelp border-dashed' : 'border-line-strong'
      }`}
    >
      <Attachments
        files={words.files}
        pending={pending}
        onRemove={(id) => onChange((now) => ({ ...now, files: now.files.filter((file) => file.id !== id) }))}
      />
      {trouble && (
        <p role="alert" className="mb-2 text-rust text-sm">
          {trouble}
        </p>
      )}
      {words.files.length > 0 && !seesImages && (
        <p className="mb-2 text-amber text-sm">
          The model in use cannot see images. It will be told only your words.
        </p>
      )}
      <GrowingText
        label="Message"
        value={words.text}
        onChange={(text) => onChange((now) => ({ ...now, text }))}
        onEnter={() => maySend && onSend()}
        onPaste={onPaste}
        placeholder={placeholder}
        isFocused={!isTouch}
      />
      <div className="-ml-2 mt-1.5 flex items-center gap-1">
        <input
          ref={picker}
          type="file"
          accept={IMAGE_TYPES.join(',')}
          multiple
          hidden
          data-testid="file-input"
          onChange={(event) => {
            // A FileList empties with its input, so the files are taken out first.
            const files = [...(event.target.files ?? [])]
            event.target.value = ''
            void add(files)
          }}
        />
        <IconButton label="Attach an image" onClick={() => picker.current?.click()}>
          <ImageIcon />
        </IconButton>
        {aside}
        <p className="ml-auto pr-2 text-ink-faint text-xs max-md:hidden pointer-coarse:hidden">
          {isBusy ? 'Esc to stop' : 'Enter to send, Shift Enter for a new line'}
        </p>
        {isBusy ? (
          <button
            type="button"
            onClick={onStop}
            className="inline-flex h-10 shrink-0 items-center gap-1.5 rounded-xl border border-line-strong px-4 font-medium text-[0.9375rem] hover:border-ink-faint max-md:ml-auto pointer-coarse:ml-auto"
          >
            <StopIcon /> Stop
          </button>
        ) : (
          <button
            type="submit"
            disabled={!maySend}
            aria-disabled={heldBy !== null || undefined}
            aria-describedby={heldBy ?? undefined}
            className="inline-flex h-10 shrink-0 items-center gap-1.5 rounded-xl bg-kelp px-4 font-medium text-[0.9375rem] text-on-kelp transition-colors hover:bg-kelp-deep aria-disabled:bg-sunk aria-disabled:text-ink-faint disabled:bg-sunk disabled:text-ink-faint max-md:ml-auto pointer-coarse:ml-auto"
          >
            <SendIcon /> Send
          </button>
        )}
      </div>
    </form>
  )
}
