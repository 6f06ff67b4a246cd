/** What was said, oldest first, and what is being said now. */

import { memo, type ReactNode, type RefObject } from 'react'
import { useWords } from '../../language/words'
import { Button } from '../../ui/button'
import type { Somebody } from '../../ui/face'
import { Answer, type AnswerActions, Thinking, Unanswered } from './answer'
import { hasWords, type Message, type Words } from './messages'
import { Question } from './question'
import type { Trouble } from './trouble'
import { conversationWords } from './words'

interface MessageListProps extends AnswerActions {
  contentRef: RefObject<HTMLDivElement | null>
  chatId: string
  messages: Message[]
  who: string
  /** Who answers. */
  face: Somebody
  /** Whose questions these are. */
  asker: string
  askerFace: Somebody
  trouble: Trouble | null
  isBusy: boolean
  isRejoining: boolean
  isReadOnly: boolean
  /** What is said here is remembered. */
  isRemembered: boolean
  explainedTurn: string | null
  hasEarlier: boolean
  onEarlier: () => void
  onEdit: (id: string, words: Words) => void
  onContinue: (id: string) => void
  /** Words of an edit that was refused, on their way back into the editor. */
  editBack: { id: string; words: Words } | null
  /** Shown above the messages: the welcome of an empty chat. */
  children: ReactNode
}

/** Drawn anew for what was said, not for what is being typed. */
export const MessageList = memo(function MessageList({
  contentRef,
  messages,
  who,
  trouble,
  isBusy,
  isReadOnly,
  ...rest
}: MessageListProps) {
  const { editBack, explainedTurn, onRegenerate, onChoose, onWhy } = rest
  const says = useWords(conversationWords)
  const failure = trouble?.kind === 'failed' ? trouble.sentence : null
  const shown = failure && !isBusy ? withoutEmptyAnswer(messages) : messages
  const last = shown.at(-1)
  const isUnanswered = last?.role === 'user' && !isBusy && !isReadOnly && trouble?.kind !== 'unreachable'
  return (
    <div
      ref={contentRef}
      role="log"
      aria-label={says.conversation}
      aria-live="polite"
      className="flex flex-col pt-8 pb-1"
    >
      {rest.children}
      {rest.hasEarlier && (
        <Button look="quiet" className="mb-9 self-center" onClick={rest.onEarlier}>
          {says.earlier}
        </Button>
      )}
      {shown.map((message, at) => {
        if (message.role === 'user') {
          const returned = editBack?.id === message.id ? editBack.words : null
          return (
            <Question
              key={`${message.id}${returned ? '-back' : ''}`}
              message={message}
              who={rest.asker}
              face={rest.askerFace}
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
            face={rest.face}
            isWriting={isBusy && message === last}
            isLocked={isBusy}
            isReadOnly={isReadOnly}
            rememberedId={rest.isRemembered && !isReadOnly ? (shown[at - 1]?.id ?? null) : null}
            isExplained={explainedTurn !== null && turnId === explainedTurn}
            failure={message === last ? failure : null}
            models={rest.models}
            onContinue={message === last ? rest.onContinue : null}
            onRegenerate={onRegenerate}
            onChoose={onChoose}
            onWhy={onWhy}
            onFork={rest.onFork}
          />
        )
      })}
      {isBusy && last?.role === 'user' && (
        <Thinking who={who} face={rest.face} isRejoining={rest.isRejoining} />
      )}
      {isUnanswered && (
        <Unanswered who={who} face={rest.face} failure={failure} onRetry={() => onRegenerate(last.id)} />
      )}
    </div>
  )
})

/** One that failed before its first word is not stored: what is shown at once is what stays. */
function withoutEmptyAnswer(messages: Message[]): Message[] {
  const last = messages.at(-1)
  return last?.role === 'assistant' && !hasWords(last) ? messages.slice(0, -1) : messages
}
