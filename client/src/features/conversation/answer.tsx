import { memo, type ReactNode, useState } from 'react'
import type { ModelChoice } from '../../api/types'
import { Button } from '../../ui/button'
import { Notice } from '../../ui/notice'
import { Remembered } from '../memory/remembered'
import { AnswerFoot } from './answer-foot'
import { type Ending, endingOf, type Message, sinceRestart, wasRestarted } from './messages'
import { Parts } from './parts'
import type { Again } from './regenerate-menu'
import { Row } from './row'

export interface AnswerActions {
  /** Those that could answer. */
  models: ModelChoice[]
  onRegenerate: (id: string, again?: Again) => void
  onChoose: (id: string) => Promise<void>
  onWhy: (turnId: string) => void
}

interface AnswerProps extends AnswerActions {
  chatId: string
  message: Message
  who: string
  isWriting: boolean
  isLocked: boolean
  isReadOnly: boolean
  isExplained: boolean
  /** The question it answers, where what is said is remembered; null where it is not. */
  rememberedId: string | null
  /** What the server said when this answer failed just now. */
  failure: string | null
  /** Of the last answer: what it broke off in the middle goes on. */
  onContinue: (() => void) | null
}

/** Of all answers only the one that is being written changes with each word. */
export const Answer = memo(function Answer(props: AnswerProps) {
  const { message, who, isWriting, isLocked, isReadOnly, rememberedId, failure, onRegenerate } = props
  // Only of what was said here and now: whoever reads an old chat is not told again.
  const [wasWritten, setWritten] = useState(isWriting)
  if (isWriting && !wasWritten) setWritten(true)
  const ending = failure && endingOf(message) === 'whole' ? 'failed' : endingOf(message)
  return (
    <Row
      who={who}
      when={message.metadata?.createdAt}
      testId="answer"
      messageId={message.id}
      isBusy={isWriting}
    >
      <div className="flex flex-col gap-4">
        <Parts parts={sinceRestart(message.parts)} isWriting={isWriting} isCut={ending !== 'whole'} />
        {wasRestarted(message) && (
          <p className="text-ink-faint text-sm" data-testid="restarted-note">
            The server went down in the middle of this answer, so it was started again.
          </p>
        )}
        {!isWriting && (
          <EndNote
            ending={ending}
            failure={failure}
            onContinue={isLocked || isReadOnly ? null : props.onContinue}
            retry={
              isReadOnly ? undefined : (
                <Button disabled={isLocked} onClick={() => onRegenerate(message.id)}>
                  Try again
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
  if (ending === 'whole') return null
  if (ending === 'stopped') {
    return (
      <p className="text-ink-faint text-sm" data-testid="partial-note">
        Stopped.
        {onContinue && (
          <Button look="quiet" className="ml-1 min-h-9! px-2.5! text-kelp!" onClick={onContinue}>
            Continue
          </Button>
        )}
      </p>
    )
  }
  return (
    <Notice tone={ending === 'failed' ? 'rust' : 'amber'} actions={retry} testId="partial-note">
      <span className="font-medium">{(ending === 'failed' && failure) || WHY[ending]}</span> What was written
      is kept.
    </Notice>
  )
}

const WHY = {
  failed: 'The model failed in the middle of this answer.',
  lost: 'The server went down in the middle of this answer.',
  cut: 'This answer is not complete.',
}

interface UnansweredProps {
  who: string
  failure: string | null
  onRetry: () => void
}

/** In the place of the answer: the same words, in the same place, when it fails and after. */
export function Unanswered({ who, failure, onRetry }: UnansweredProps) {
  return (
    <Row who={who} testId="unanswered">
      <Notice tone={failure ? 'rust' : 'calm'} actions={<Button onClick={onRetry}>Try again</Button>}>
        {failure ? (
          <>
            <span className="font-medium">{failure}</span> Your question is kept.
          </>
        ) : (
          'This has not been answered yet.'
        )}
      </Notice>
    </Row>
  )
}

/** Before the first word: three floats, rising. */
export function Thinking({ who, isRejoining }: { who: string; isRejoining: boolean }) {
  return (
    <Row who={who} testId="thinking" isBusy>
      <p className="flex h-7 items-center gap-1.5 text-ink-faint text-sm">
        {[0, 1, 2].map((n) => (
          <span
            key={n}
            style={{ animationDelay: `${n * 160}ms` }}
            className="size-1.5 animate-[sway_1.3s_ease-in-out_infinite] rounded-full bg-(--stone)"
          />
        ))}
        <span className="ml-1.5">{isRejoining ? 'Connection lost. Finding the way back…' : ''}</span>
      </p>
    </Row>
  )
}
