import { Link } from '../../router'
import { Notice } from '../../ui/notice'
import type { ChatQuota } from './use-usage'

/** Names the place above the box, where what cannot be sent is explained. */
export const QUOTA_NOTE = 'chat-quota'

/** Above the box: how many are left when they are few, and what to do when there is none. */
export function QuotaLine({ quota }: { quota: ChatQuota }) {
  if (!quota.entry) return null
  if (quota.isExhausted) {
    return (
      <Notice
        tone="amber"
        testId="quota-exhausted"
        actions={
          <Link href="/settings?part=usage" className="font-medium text-kelp underline underline-offset-4">
            Usage
          </Link>
        }
      >
        {quota.entry.sentence} What you write here is kept.
      </Notice>
    )
  }
  return (
    <p data-testid="quota-left" className="px-4 text-ink-faint text-sm tabular-nums">
      {quota.entry.sentence}
    </p>
  )
}
