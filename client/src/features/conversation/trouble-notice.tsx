import { Button, IconButton } from '../../ui/button'
import { CloseIcon } from '../../ui/icons'
import { Notice, TroubleText } from '../../ui/notice'
import type { Trouble } from './trouble'

interface TroubleNoticeProps {
  trouble: Trouble | null
  isRejoining: boolean
  onDismiss: () => void
}

/** Just above the box, where the eyes are. What failed inside an answer is said at that answer instead. */
export function TroubleNotice({ trouble, isRejoining, onDismiss }: TroubleNoticeProps) {
  if (isRejoining) {
    return <Notice tone="amber">The connection was lost. Finding the way back to the answer…</Notice>
  }
  if (trouble === null || trouble.kind === 'failed') return null
  if (trouble.kind === 'unreachable') {
    return (
      <Notice
        tone="rust"
        testId="composer-error"
        actions={<Button onClick={trouble.again}>Try again</Button>}
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
        <IconButton label="Dismiss" onClick={onDismiss}>
          <CloseIcon />
        </IconButton>
      }
    >
      <TroubleText error={trouble.error} />
    </Notice>
  )
}
