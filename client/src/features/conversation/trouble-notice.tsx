import { ApiError } from '../../api/http'
import { useWords } from '../../language/words'
import { Button, IconButton } from '../../ui/button'
import { CloseIcon } from '../../ui/icons'
import { Notice, TroubleText, useCountdown } from '../../ui/notice'
import { uiWords } from '../../ui/words'
import { isChatDeleted, type Trouble } from './trouble'
import { conversationWords } from './words'

interface TroubleNoticeProps {
  trouble: Trouble | null
  isRejoining: boolean
  onDismiss: () => void
  /** Sends what stands in the box; null when nothing does. */
  onSendAgain: (() => void) | null
  /** Opens an empty chat with what stands in the box. */
  onStartAnew: () => void
}

/** Just above the box, where the eyes are. What failed inside an answer is said at that answer instead. */
export function TroubleNotice(props: TroubleNoticeProps) {
  const { trouble, isRejoining, onDismiss, onSendAgain, onStartAnew } = props
  const { tryAgain } = useWords(uiWords)
  const words = useWords(conversationWords)
  const says = words.trouble
  if (isRejoining) {
    return <Notice testId="rejoining">{says.rejoining}</Notice>
  }
  if (trouble === null || trouble.kind === 'failed') return null
  if (trouble.kind === 'unreachable') {
    return (
      <Notice
        tone="rust"
        testId="composer-error"
        actions={<Button onClick={trouble.again}>{tryAgain}</Button>}
      >
        <TroubleText error={trouble.error} />
      </Notice>
    )
  }
  return (
    <Notice
      tone="rust"
      testId="composer-error"
      actions={
        <>
          {isChatDeleted(trouble.error) && <Button onClick={onStartAnew}>{words.startNewChat}</Button>}
          {trouble.isForLater && onSendAgain && <SendAgain error={trouble.error} onClick={onSendAgain} />}
          <IconButton label={says.dismiss} onClick={onDismiss}>
            <CloseIcon />
          </IconButton>
        </>
      }
    >
      <TroubleText error={trouble.error} />
    </Notice>
  )
}

/** Not before the server said: asking a busy server sooner only keeps it busy. */
function SendAgain({ error, onClick }: { error: unknown; onClick: () => void }) {
  const says = useWords(conversationWords).trouble
  const wait = useCountdown(error instanceof ApiError ? error.retryAt : null)
  return (
    <Button disabled={wait !== null} onClick={onClick}>
      {says.sendAgain}
    </Button>
  )
}
