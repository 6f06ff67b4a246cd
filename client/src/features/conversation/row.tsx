import type { ReactNode } from 'react'

interface RowProps {
  who: string
  when?: string | undefined
  children: ReactNode
  testId: string
  messageId?: string
  isBusy?: boolean
}

/** A conversation is set like a printed interview: who speaks stands in the margin, the words in the column. */
export function Row({ who, when, children, testId, messageId, isBusy }: RowProps) {
  return (
    <article
      aria-label={`${who} said`}
      aria-busy={isBusy || undefined}
      data-testid={testId}
      data-message={messageId}
      className="group/row grid gap-x-6 gap-y-1 @2xl:grid-cols-[6.5rem_minmax(0,1fr)]"
    >
      <header className="flex items-baseline gap-2 text-sm @2xl:block @2xl:pt-[0.3rem] @2xl:text-right">
        <p className="truncate font-semibold text-ink-soft">{who}</p>
        {when && <Time iso={when} />}
      </header>
      <div className="min-w-0">{children}</div>
    </article>
  )
}

function Time({ iso }: { iso: string }) {
  const date = new Date(iso)
  if (Number.isNaN(date.getTime())) return null
  const isToday = date.toDateString() === new Date().toDateString()
  const time = date.toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit' })
  return (
    <time dateTime={iso} title={date.toLocaleString()} className="text-ink-faint text-xs tabular-nums">
      {isToday ? time : `${date.toLocaleDateString(undefined, { day: 'numeric', month: 'short' })}, ${time}`}
    </time>
  )
}
