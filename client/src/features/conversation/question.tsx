import { memo, useEffect, useRef, useState } from 'react'
import { useWords } from '../../language/words'
import { Button, IconButton } from '../../ui/button'
import { CopyButton } from '../../ui/copy'
import type { Somebody } from '../../ui/face'
import { PencilIcon } from '../../ui/icons'
import { uiWords } from '../../ui/words'
import { MentionedText } from '../mentions/mentioned-text'
import { Attachments } from './attachments'
import { GrowingText } from './growing-text'
import { type Message, textOf, type Words, wordsOf } from './messages'
import { Row } from './row'
import { Siblings } from './siblings'
import { conversationWords } from './words'

interface QuestionProps {
  message: Message
  who: string
  face: Somebody
  isLocked: boolean
  /** Words that were refused while editing come back here. */
  returned: Words | null
  onEdit: ((id: string, words: Words) => void) | null
  onChoose: (id: string) => Promise<void>
}

export const Question = memo(function Question(props: QuestionProps) {
  const { message, who, face, isLocked, returned, onEdit, onChoose } = props
  const says = useWords(conversationWords).question
  const [editing, setEditing] = useState<Words | null>(returned)
  const { text, files } = wordsOf(message)
  const facts = message.metadata
  const pencil = useRef<HTMLButtonElement>(null)
  const wasEditing = useRef(false)
  // The editor is gone with its focus: it goes back to what opened it.
  useEffect(() => {
    if (wasEditing.current && !editing && document.activeElement === document.body) pencil.current?.focus()
    wasEditing.current = editing !== null
  }, [editing])

  return (
    <Row who={who} face={face} when={facts?.createdAt} testId="question" messageId={message.id}>
      <Attachments files={files} />
      {editing ? (
        <EditForm
          words={editing}
          onCancel={() => setEditing(null)}
          onDone={(words) => {
            setEditing(null)
            onEdit?.(message.id, words)
          }}
        />
      ) : (
        <>
          {text && (
            <p className="whitespace-pre-wrap font-medium text-[1.0625rem] leading-[1.6] [unicode-bidi:plaintext]">
              <MentionedText text={text} />
            </p>
          )}
          <div className="-ml-2 flex h-0 items-start opacity-0 transition-opacity focus-within:opacity-100 group-hover/row:opacity-100 has-[fieldset]:opacity-100 pointer-coarse:-mb-4 pointer-coarse:h-9 pointer-coarse:opacity-100">
            <Siblings
              id={message.id}
              siblings={facts?.siblings}
              isLocked={isLocked || onEdit === null}
              onChoose={onChoose}
            />
            {onEdit && (
              <IconButton
                ref={pencil}
                data-edit
                label={says.edit}
                disabled={isLocked}
                onClick={() => setEditing({ text, files })}
              >
                <PencilIcon />
              </IconButton>
            )}
            <CopyButton text={textOf(message)} label={says.copy} />
          </div>
        </>
      )}
    </Row>
  )
})

interface EditFormProps {
  words: Words
  onDone: (words: Words) => void
  onCancel: () => void
}

function EditForm({ words, onDone, onCancel }: EditFormProps) {
  const { cancel } = useWords(uiWords)
  const says = useWords(conversationWords).question
  const [text, setText] = useState(words.text)
  const isEmpty = text.trim() === '' && words.files.length === 0
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (!isEmpty) onDone({ ...words, text })
      }}
      className="rounded-xl border border-line-strong bg-raised p-3 focus-within:border-kelp"
    >
      <GrowingText
        label={says.editLabel}
        value={text}
        onChange={setText}
        isFocused
        onEnter={() => !isEmpty && onDone({ ...words, text })}
        onEscape={onCancel}
      />
      <div className="mt-2 flex flex-wrap items-center justify-end gap-2">
        <p className="mr-auto text-ink-faint text-sm">{says.formerStays}</p>
        <Button look="quiet" onClick={onCancel}>
          {cancel}
        </Button>
        <Button type="submit" look="solid" disabled={isEmpty}>
          {says.ask}
        </Button>
      </div>
    </form>
  )
}
