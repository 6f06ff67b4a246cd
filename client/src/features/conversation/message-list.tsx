/** What was said, oldest first, and what is being said now. */
import type { ReactNode, RefObject } from 'react'
import { Button } from '../../ui/button'
import { Notice } from '../../ui/notice'
import { Answer, type AnswerActions, Thinking } from './answer'
import type { Message, Words } from './messages'
import { Question } from './question'
import type { Trouble } from './trouble'

interface MessageListProps extends AnswerActions {
  contentRef: RefObject<HTMLDivElement | null>
  chatId: string
  messages: Message[]
  who: string
  trouble: Trouble | null
  isBusy: boolean
  isRejoining: boolean
  isReadOnly: boolean
  explainedTurn: string | null
  hasEarlier: boolean
  onEarlier: () => void
  onEdit: (id: string, words: Words) => void
  /** Words of an edit that was refused, on their way back into the editor. */
  editBack: { id: string; words: Words } | null
  /** Shown above the messages: the welcome of an empty chat. */
  children: ReactNode
}

export function MessageList({
  contentRef,
  messages,
  who,
  trouble,
  isBusy,
  isReadOnly,
  ...rest
}: MessageListProps) {
  const { editBack, explainedTurn, onRegenerate, onChoose, onWhy } = rest
  const last = messages.at(-1)
  const isUnanswered = last?.role === 'user' && !isBusy && !isReadOnly && trouble?.kind !== 'unreachable'
  const failure = trouble?.kind === 'failed' ? trouble.sentence : null
  return (
    <div
      ref={contentRef}
      role="log"
      aria-label="Conversation"
      aria-live="polite"
      className="mx-auto flex w-full max-w-[47rem] flex-col gap-9 pt-8 pb-10"
    >
      {rest.children}
      {rest.hasEarlier && (
        <Button look="quiet" className="self-center" onClick={rest.onEarlier}>
          Show what was said before
        </Button>
      )}
      {messages.map((message) => {
        if (message.role === 'user') {
          const returned = editBack?.id === message.id ? editBack.words : null
          return (
            <Question
              key={`${message.id}${returned ? '-back' : ''}`}
              message={message}
              isLocked={isBusy}
              returned={returned}
              onEdit={isReadOnly ? null : rest.onEdit}
              onChoose={onChoose}
            />
          )
        }
        const { turnId } = message.metadata ?? {}
        return (
          <Answer
            key={message.id}
            chatId={rest.chatId}
            message={message}
            who={who}
            isWriting={isBusy && message === last}
            isLocked={isBusy}
            isReadOnly={isReadOnly}
            isExplained={explainedTurn !== null && turnId === explainedTurn}
            failure={message === last ? failure : null}
            onRegenerate={onRegenerate}
            onChoose={onChoose}
            onWhy={onWhy}
          />
        )
      })}
      {isBusy && last?.role === 'user' && <Thinking who={who} isRejoining={rest.isRejoining} />}
      {isUnanswered && (
        <Notice tone="amber" actions={<Button onClick={() => onRegenerate(last.id)}>Ask again</Button>}>
          {failure ?? 'This has not been answered yet.'}
        </Notice>
      )}
    </div>
  )
}
