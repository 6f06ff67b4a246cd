import { leftOf } from '../../../api/quota'
import { useWords } from '../../../language/words'
import { Link } from '../../../router'
import { moment } from '../../../ui/dates'
import { Notice } from '../../../ui/notice'
import type { ChatQuota } from '../use-usage'
import { quotaWords } from './words'

/** Names the place above the box, where what cannot be sent is explained. */
export const QUOTA_NOTE = 'chat-quota'

/** Above the box: how many are left when they are few, and what to do when there is none. */
export function QuotaLine({ quota }: { quota: ChatQuota }) {
  const says = useWords(quotaWords)
  const { entry } = quota
  if (!entry) return null
  const sentence = says.say({
    sentence: entry.sentence ?? '',
    left: leftOf(entry) ?? 0,
    limit: entry.limit ?? 0,
    back: entry.resetsAt ? moment(entry.resetsAt) : null,
    helps: entry.wouldHelp,
  })
  if (quota.isExhausted) {
    return (
      <Notice
        tone="amber"
        testId="quota-exhausted"
        actions={
          <Link href="/settings/usage" className="font-medium text-kelp underline underline-offset-4">
            {says.usage}
          </Link>
        }
      >
        {sentence} {says.kept}
      </Notice>
    )
  }
  return (
    <p data-testid="quota-left" className="px-4 text-ink-faint text-sm tabular-nums">
      {sentence}
    </p>
  )
}
