import { type ClipboardEvent, type ReactNode, useRef } from 'react'
import { IconButton } from '../../ui/button'
import { ImageIcon, SendIcon, StopIcon } from '../../ui/icons'
import { useFileDrop } from '../../ui/use-file-drop'
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
  /** Beside what attaches: what the chat itself is to be like. */
  switches?: ReactNode
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
  switches,
}: ComposerProps) {
  const picker = useRef<HTMLInputElement>(null)
  const attach = (file: Attachment) => onChange((now) => ({ ...now, files: [...now.files, file] }))
  const { pending, troubles, add, forgive } = useUpload(words.files, attach)
  const isOver = useFileDrop((files) => void add(files))
  const isEmpty = words.text.trim() === '' && words.files.length === 0
  const maySend = !isEmpty && !isBusy && pending.length === 0

  function onPaste(event: ClipboardEvent) {
    const files = [...event.clipboardData.files].filter((file) => file.type.startsWith('image/'))
    if (files.length === 0) return
    event.preventDefault()
    void add(files)
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (maySend) onSend()
      }}
      className={`rounded-2xl border bg-raised px-4 pt-3.5 pb-2 shadow-lift transition-colors focus-within:border-kelp ${
        isOver ? 'border-kelp border-dashed' : 'border-line-strong'
      }`}
    >
      <Attachments
        files={words.files}
        pending={pending}
        onRemove={(id) => onChange((now) => ({ ...now, files: now.files.filter((file) => file.id !== id) }))}
      />
      {isOver && <p className="mb-2 text-kelp text-sm">Drop images anywhere to attach them.</p>}
      {troubles.length > 0 && (
        <ul role="alert" className="mb-2 text-rust text-sm">
          {troubles.map((trouble) => (
            <li key={trouble}>{trouble}</li>
          ))}
        </ul>
      )}
      {words.files.length > 0 && !seesImages && (
        <p className="mb-2 text-amber text-sm">
          The model in use cannot see images. It will be told only your words.
        </p>
      )}
      <GrowingText
        label="Message"
        value={words.text}
        onChange={(text) => [forgive(), onChange((now) => ({ ...now, text }))]}
        onEnter={() => maySend && onSend()}
        onPaste={onPaste}
        placeholder={placeholder}
        isFocused={!isTouch}
      />
      <div className="-ml-2 mt-1.5 flex items-center gap-1 @max-lg:flex-wrap">
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
        {switches}
        <div className="flex min-w-0 items-center gap-1 empty:hidden @max-lg:order-first @max-lg:basis-full">
          {aside}
        </div>
        {/* The hint yields first: where it does not fit on its line it wraps out of sight. */}
        <div className="flex h-5 min-w-0 flex-1 flex-wrap justify-end overflow-hidden pr-2 text-ink-faint text-xs leading-5 max-md:hidden pointer-coarse:hidden">
          <span className="h-5" />
          <p className="whitespace-nowrap">
            {isBusy ? 'Esc to stop' : 'Enter to send, Shift Enter for a new line'}
          </p>
        </div>
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
