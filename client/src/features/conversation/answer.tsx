import { memo, type ReactNode, useState } from 'react'
import type { ModelChoice } from '../../api/types'
import { useWords } from '../../language/words'
import { Button } from '../../ui/button'
import type { Somebody } from '../../ui/face'
import { Notice } from '../../ui/notice'
import { uiWords } from '../../ui/words'
import { Remembered } from '../memory/in-chat/remembered'
import { AnswerFoot } from './answer-foot'
import { type Ending, endingOf, hasWords, type Message, sinceRestart, wasRestarted } from './messages'
import { Parts } from './parts'
import type { Again } from './regenerate-menu'
import { Row } from './row'
import { conversationWords } from './words'

export interface AnswerActions {
  /** Those that could answer. */
  models: ModelChoice[]
  onRegenerate: (id: string, again?: Again) => void
  onChoose: (id: string) => Promise<void>
  onWhy: (turnId: string) => void
  /** Goes on from here in a chat of one's own. */
  onFork: (id: string) => void
}

interface AnswerProps extends AnswerActions {
  chatId: string
  message: Message
  who: string
  face: Somebody
  isWriting: boolean
  isLocked: boolean
  isReadOnly: boolean
  isExplained: boolean
  /** The question it answers, where what is said is remembered; null where it is not. */
  rememberedId: string | null
  /** What the server said when this answer failed just now. */
  failure: string | null
  /** Of the last answer: what it broke off in the middle goes on. */
  onContinue: ((id: string) => void) | null
}

/** Of all answers only the one that is being written changes with each word. */
export const Answer = memo(function Answer(props: AnswerProps) {
  const { message, who, isWriting, isLocked, isReadOnly, rememberedId, failure, onRegenerate } = props
  const { tryAgain } = useWords(uiWords)
  const says = useWords(conversationWords).answer
  // Only of what was said here and now: whoever reads an old chat is not told again.
  const [wasWritten, setWritten] = useState(isWriting)
  if (isWriting && !wasWritten) setWritten(true)
  const { onContinue } = props
  const goOn = onContinue && (() => onContinue(message.id))
  const ending = failure && endingOf(message) === 'whole' ? 'failed' : endingOf(message)
  return (
    <Row
      who={who}
      face={props.face}
      when={message.metadata?.createdAt}
      testId="answer"
      messageId={message.id}
      isBusy={isWriting}
    >
      <div className="flex flex-col gap-4">
        <Parts parts={sinceRestart(message.parts)} isWriting={isWriting} isCut={ending !== 'whole'} />
        {wasRestarted(message) && (
          <p className="text-ink-faint text-sm" data-testid="restarted-note">
            {says.restarted}
          </p>
        )}
        {!isWriting && (
          <EndNote
            ending={ending}
            failure={failure}
            onContinue={isLocked || isReadOnly || !hasWords(message) ? null : goOn}
            retry={
              isReadOnly ? undefined : (
                <Button disabled={isLocked} onClick={() => onRegenerate(message.id)}>
                  {tryAgain}
                </Button>
              )
            }
          />
        )}
      </div>
      {!isWriting && <AnswerFoot {...props} />}
      {wasWritten && !isWriting && rememberedId && ending === 'whole' && (
        <Remembered messageId={rememberedId} />
      )}
    </Row>
  )
})

interface EndNoteProps {
  ending: Ending
  failure: string | null
  onContinue: (() => void) | null
  retry: ReactNode
}

/** Why the answer breaks off. What one has stopped oneself is no alarm. */
function EndNote({ ending, failure, onContinue, retry }: EndNoteProps) {
  const says = useWords(conversationWords).answer
  if (ending === 'whole') return null
  if (ending === 'stopped') {
    return (
      <p className="text-ink-faint text-sm" data-testid="partial-note">
        {says.stopped}
        {onContinue && (
          <Button look="quiet" className="ml-1 min-h-9! px-2.5! text-kelp!" onClick={onContinue}>
            {says.continue}
          </Button>
        )}
      </p>
    )
  }
  return (
    <Notice
      tone={ending === 'failed' ? 'rust' : 'amber'}
      actions={
        <>
          {onContinue && <Button onClick={onContinue}>{says.continue}</Button>}
          {retry}
        </>
      }
      testId="partial-note"
    >
      <span className="font-medium">{(ending === 'failed' && failure) || says[ending]}</span> {says.kept}
    </Notice>
  )
}

interface UnansweredProps {
  who: string
  face: Somebody
  failure: string | null
  onRetry: () => void
}

/** In the place of the answer: the same words, in the same place, when it fails and after. */
export function Unanswered({ who, face, failure, onRetry }: UnansweredProps) {
  const { tryAgain } = useWords(uiWords)
  const says = useWords(conversationWords).answer
  return (
    <Row who={who} face={face} testId="unanswered">
      <Notice tone={failure ? 'rust' : 'calm'} actions={<Button onClick={onRetry}>{tryAgain}</Button>}>
        {failure ? (
          <>
            <span className="font-medium">{failure}</span> {says.questionKept}
          </>
        ) : (
          says.unanswered
        )}
      </Notice>
    </Row>
  )
}

/** Before the first word: three floats, rising. */
export function Thinking({
  who,
  face,
  isRejoining,
}: Omit<UnansweredProps, 'failure' | 'onRetry'> & { isRejoining: boolean }) {
  const says = useWords(conversationWords).answer
  return (
    <Row who={who} face={face} testId="thinking" isBusy>
      <p className="flex h-7 items-center gap-1.5 text-ink-faint text-sm">
        {[0, 1, 2].map((n) => (
          <span
            key={n}
            style={{ animationDelay: `${n * 160}ms` }}
            className="size-1.5 animate-[sway_1.3s_ease-in-out_infinite] rounded-full bg-(--stone)"
          />
        ))}
        <span className="ml-1.5">{isRejoining ? says.rejoining : ''}</span>
      </p>
    </Row>
  )
}
