import { Button } from '../../ui/button'
import { Notice } from '../../ui/notice'
import { AnswerFoot } from './answer-foot'
import { type Message, sinceRestart, wasRestarted } from './messages'
import { Parts } from './parts'
import { Row } from './row'

export interface AnswerActions {
  onRegenerate: (id: string) => void
  onChoose: (id: string) => void
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
  /** What the server said when this answer failed just now. */
  failure: string | null
}

export function Answer(props: AnswerProps) {
  const { message, who, isWriting, isLocked, isReadOnly, failure, onRegenerate } = props
  const { status, createdAt } = message.metadata ?? {}
  const retry = isReadOnly ? undefined : (
    <Button disabled={isLocked} onClick={() => onRegenerate(message.id)}>
      Retry
    </Button>
  )
  return (
    <Row who={who} when={createdAt} testId="answer" messageId={message.id} isBusy={isWriting}>
      <div className="flex flex-col gap-4">
        <Parts
          parts={sinceRestart(message.parts)}
          isWriting={isWriting}
          isCut={status === 'partial' || status === 'error'}
        />
        {wasRestarted(message) && (
          <p className="text-ink-faint text-sm" data-testid="restarted-note">
            The server went down in the middle of this answer, so it was begun anew.
          </p>
        )}
        {!isWriting && status === 'partial' && (
          <Notice tone="amber" actions={retry} testId="partial-note">
            This answer was interrupted. {failure ?? 'What was written until then is kept.'}
          </Notice>
        )}
        {!isWriting && status !== 'partial' && (status === 'error' || failure) && (
          <Notice tone="rust" actions={retry} testId="failed-note">
            <span className="font-medium">{failure ?? 'This answer failed.'}</span> Your question is kept; you
            can have it answered again.
          </Notice>
        )}
      </div>
      {!isWriting && <AnswerFoot {...props} />}
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
