import type { ReactNode } from 'react'
import { useWords } from '../../language/words'
import { said } from '../../ui/dates'
import { Face, type Somebody } from '../../ui/face'
import { conversationWords } from './words'

interface RowProps {
  who: string
  face: Somebody
  when?: string | undefined
  children: ReactNode
  testId: string
  messageId?: string
  isBusy?: boolean
}

/**
 * A conversation is set like a printed interview: who speaks stands in the margin, the words in the column. What is far
 * from sight is not laid out (`row`), so each has its own room around it, and nothing of it hangs out.
 */
export function Row({ who, face, when, children, testId, messageId, isBusy }: RowProps) {
  return (
    <article
      aria-label={useWords(conversationWords).said(who)}
      aria-busy={isBusy || undefined}
      data-testid={testId}
      data-message={messageId}
      className="group/row row px-4 pb-9 sm:px-8"
    >
      <div className="mx-auto grid max-w-(--column) gap-x-6 gap-y-1 @2xl:grid-cols-[6.5rem_minmax(0,1fr)]">
        <header className="flex items-center gap-2 text-sm @2xl:block @2xl:pt-0.5 @2xl:text-right">
          <Face of={face} className="@2xl:mb-1" />
          <p className="line-clamp-2 font-semibold text-ink-soft max-[42rem]:truncate" title={who}>
            {who}
          </p>
          {when && <Time iso={when} />}
        </header>
        <div className="min-w-0">{children}</div>
      </div>
    </article>
  )
}

function Time({ iso }: { iso: string }) {
  const told = said(iso)
  return told ? (
    <time dateTime={iso} title={told.whole} className="text-ink-faint text-xs tabular-nums">
      {told.short}
    </time>
  ) : null
}
