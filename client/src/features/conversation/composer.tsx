import { type ClipboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { documents } from '../../api/endpoints'
import { useWords } from '../../language/words'
import { IconButton } from '../../ui/button'
import { ClipIcon, SendIcon, StopIcon } from '../../ui/icons'
import { useToasts } from '../../ui/toast'
import { useFileDrop } from '../../ui/use-file-drop'
import { OfferList } from '../mentions/offer-list'
import { useCaret } from '../mentions/use-caret'
import { useMentions } from '../mentions/use-mentions'
import { TalkButton, TalkFoot } from '../voice/talk-button'
import { useTalk } from '../voice/use-talk'
import { Attachments } from './attachments'
import { GrowingText } from './growing-text'
import type { Attachment, Words } from './messages'
import { useUpload } from './use-upload'
import { conversationWords } from './words'

interface ComposerProps {
  /** Which draft stands in it. */
  boxId: string
  words: Words
  onChange: (change: (now: Words) => Words) => void
  onSend: () => void
  onStop: () => void
  isBusy: boolean
  /** Id of the words that say why nothing can be sent now. Pressing Send still asks, and points to them. */
  heldBy: string | null
  seesImages: boolean
  placeholder: string
  /** Who answers; what can be named depends on it. */
  personaId?: string | undefined
  /** Stands at the left of the foot: the persona, when it can still be chosen, and the model. */
  aside?: ReactNode
  /** Beside what attaches: what the chat itself is to be like. */
  switches?: ReactNode
}

/** In characters. What is pasted and longer is a document. */
const LONG_PASTE = 5000

/** On a phone, focus opens the keyboard over half of the page; there the person decides. */
export const isTouch = window.matchMedia?.('(pointer: coarse)').matches ?? false

export function Composer({
  boxId,
  words,
  onChange,
  onSend,
  onStop,
  isBusy,
  heldBy,
  seesImages,
  placeholder,
  personaId,
  aside,
  switches,
}: ComposerProps) {
  const says = useWords(conversationWords).composer
  const form = useRef<HTMLFormElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const picker = useRef<HTMLInputElement>(null)
  const attach = (file: Attachment) => onChange((now) => ({ ...now, files: [...now.files, file] }))
  const { pending, troubles, add, stop, forgive } = useUpload(words.files, attach)
  const { show } = useToasts()
  const talk = useTalk(boxId)
  // What stands in the box when a toast is pressed, and not when it was shown.
  const filesNow = useLatest(words.files)
  const pendingNow = useLatest(pending)
  const [sendsNext, setSendsNext] = useState(false)
  const isOver = useFileDrop((files) => void add(files))
  const isEmpty = words.text.trim() === '' && words.files.length === 0
  const maySend = !isEmpty && !isBusy && pending.length === 0

  const setText = (text: string) => [forgive(), onChange((now) => ({ ...now, text }))]
  const place = useCaret(field, words.text)
  const mentions = useMentions({ value: words.text, onChange: setText, place, personaId })

  /** Below what stands there already, where it can be mended before it goes out. */
  function onHeard(heard: string, isSent: boolean) {
    onChange((now) => ({ ...now, text: now.text.trim() ? `${now.text.trimEnd()} ${heard}` : heard }))
    setSendsNext(isSent)
    requestAnimationFrame(() => toEnd(form.current))
  }
  useEffect(() => {
    if (!sendsNext) return
    setSendsNext(false)
    if (maySend) onSend()
  }, [sendsNext, maySend, onSend])

  function onPaste(event: ClipboardEvent) {
    const text = event.clipboardData.getData('text/plain')
    const files = [...event.clipboardData.files].filter((file) => !text || file.type.startsWith('image/'))
    if (files.length > 0) {
      event.preventDefault()
      void add(files)
    } else if (text.length > LONG_PASTE) {
      event.preventDefault()
      pasteAsFile(text)
    }
  }

  /** So long a text would be all that one sees of the box; as words it is one press away. */
  function pasteAsFile(text: string) {
    const file = new File([text], says.pasted, { type: 'text/plain' })
    void add([file])
    const asWords = () => onChange((now) => ({ ...now, text: [now.text, text].filter(Boolean).join('\n') }))
    show(says.saidPasted, {
      action: { label: says.asWords, run: () => [dropNamed(file.name), asWords()] },
      ms: 8000,
    })
  }

  function dropNamed(name: string) {
    const going = pendingNow.current.findLast((one) => one.name === name)
    const there = filesNow.current.findLast((one) => one.filename === name)
    if (going) stop(going.id)
    else if (there) remove(there)
  }

  function remove(file: Attachment) {
    onChange((now) => ({ ...now, files: now.files.filter((one) => one.id !== file.id) }))
    // It lay on the desk, for this message alone.
    if (file.isDocument) void documents.remove(file.id).catch(() => {})
  }

  return (
    <form
      ref={form}
      onSubmit={(event) => {
        event.preventDefault()
        if (maySend) onSend()
      }}
      className={`relative rounded-2xl border bg-raised px-4 pt-3.5 pb-2 shadow-lift transition-colors focus-within:border-kelp ${
        isOver ? 'border-kelp border-dashed' : 'border-line-strong'
      }`}
    >
      <OfferList mentions={mentions} />
      <Attachments files={words.files} pending={pending} onRemove={remove} onStop={stop} />
      {isOver && <p className="mb-2 text-kelp text-sm">{says.drop}</p>}
      {troubles.length > 0 && (
        <ul role="alert" className="mb-2 text-rust text-sm">
          {troubles.map((trouble) => (
            <li key={trouble}>{trouble}</li>
          ))}
        </ul>
      )}
      {words.files.some((file) => !file.isDocument) && !seesImages && (
        <p className="mb-2 text-amber text-sm">{says.blind}</p>
      )}
      <GrowingText
        label={says.label}
        name="message"
        value={words.text}
        onChange={setText}
        offers={mentions}
        field={field}
        onEnter={() => maySend && onSend()}
        onPaste={onPaste}
        placeholder={placeholder}
        isFocused={!isTouch}
      />
      <TalkFoot talk={talk} boxId={boxId} onHeard={onHeard}>
        <div className="-ml-2 mt-1.5 flex items-center gap-1 @max-lg:flex-wrap">
          <input
            ref={picker}
            type="file"
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
          <IconButton label={says.attach} onClick={() => picker.current?.click()}>
            <ClipIcon />
          </IconButton>
          <TalkButton talk={talk} />
          {switches}
          <div className="flex min-w-0 items-center gap-1 empty:hidden @max-lg:order-first @max-lg:basis-full">
            {aside}
          </div>
          {/* The hint yields first: where it does not fit on its line it wraps out of sight. */}
          <div className="flex h-5 min-w-0 flex-1 flex-wrap justify-end overflow-hidden pr-2 text-ink-faint text-xs leading-5 max-md:hidden pointer-coarse:hidden">
            <span className="h-5" />
            <p className="whitespace-nowrap">{isBusy ? says.escHint : says.enterHint}</p>
          </div>
          {isBusy ? (
            <button
              type="button"
              onClick={onStop}
              className="inline-flex h-10 shrink-0 items-center gap-1.5 rounded-xl border border-line-strong px-4 font-medium text-[0.9375rem] hover:border-ink-faint max-md:ml-auto pointer-coarse:ml-auto"
            >
              <StopIcon /> {says.stop}
            </button>
          ) : (
            <button
              type="submit"
              disabled={!maySend}
              aria-disabled={heldBy !== null || undefined}
              aria-describedby={heldBy ?? undefined}
              className="inline-flex h-10 shrink-0 items-center gap-1.5 rounded-xl bg-kelp px-4 font-medium text-[0.9375rem] text-on-kelp transition-colors hover:bg-kelp-deep aria-disabled:bg-sunk aria-disabled:text-ink-faint disabled:bg-sunk disabled:text-ink-faint max-md:ml-auto pointer-coarse:ml-auto"
            >
              <SendIcon /> {says.send}
            </button>
          )}
        </div>
      </TalkFoot>
    </form>
  )
}

function useLatest<T>(value: T) {
  const latest = useRef(value)
  useEffect(() => {
    latest.current = value
  })
  return latest
}

/** A phone would open its keyboard over half of the page; there a touch of the box does. */
function toEnd(form: HTMLFormElement | null): void {
  const box = form?.querySelector('textarea')
  if (isTouch) form?.querySelector<HTMLElement>('[data-talk]')?.focus()
  else box?.focus()
  box?.setSelectionRange(box.value.length, box.value.length)
}
