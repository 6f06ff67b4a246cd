import { admin, adminPaths } from '../../api/admin'
import type { Mail } from '../../api/types'
import { usePages } from '../../api/use-pages'
import { CopyButton } from '../../ui/copy'
import { moment } from '../../ui/dates'
import { More } from '../../ui/more'
import { kindName } from './spans'

export function Mails() {
  const pages = usePages(adminPaths.mails, async (cursor) => {
    const page = await admin.mails(cursor)
    return {
      items: page.mails.map((mail) => ({ ...mail, canSend: page.canSend })),
      nextCursor: page.nextCursor,
    }
  })
  const cannotSend = pages.items?.some((mail) => !mail.canSend) ?? false
  return (
    <>
      {cannotSend && (
        <p className="mb-4 text-[0.9375rem] text-ink-soft">
          No mail server is configured, so mails stay here. Hand them on by other means; their words are shown
          for that. Whoever has an invitation’s code can use it.
        </p>
      )}
      {pages.items?.length === 0 && <p className="text-ink-soft">None were written in the last 30 days.</p>}
      <ul aria-label="Mails" className="divide-y divide-line">
        {pages.items?.map((mail) => (
          <MailRow key={mail.id} mail={mail} />
        ))}
      </ul>
      <More pages={pages} label="Show earlier mails" />
    </>
  )
}

const STATES: Record<string, string> = {
  waiting: 'waits to be sent',
  sent: 'sent',
  kept: 'kept here',
  failed: 'refused by the mail server',
}

function MailRow({ mail }: { mail: Mail }) {
  const { words } = mail
  return (
    <li className="py-3">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-medium">{words?.subject ?? kindName(mail.purpose)}</span>
        <span className={`text-sm ${mail.state === 'failed' ? 'text-rust' : 'text-ink-faint'}`}>
          {STATES[mail.state] ?? mail.state}
          {mail.tries > 1 && ` after ${mail.tries} tries`}
        </span>
      </p>
      <p className="text-ink-faint text-sm">
        {words && `to ${words.to} · `}
        {moment(mail.createdAt)}
      </p>
      {words && (
        <details className="mt-1 text-sm">
          <summary className="text-kelp">Read it</summary>
          <div className="mt-2 flex items-start gap-2">
            <pre className="min-w-0 flex-1 whitespace-pre-wrap rounded-lg border border-line bg-sunk px-3 py-2 font-sans">
              {words.text}
            </pre>
            <CopyButton text={words.text} label="Copy the mail" />
          </div>
        </details>
      )}
    </li>
  )
}
