import { admin, adminPaths } from '../../api/admin'
import type { Mail } from '../../api/types'
import { usePages } from '../../api/use-pages'
import { useWords } from '../../language/words'
import { CopyButton } from '../../ui/copy'
import { moment } from '../../ui/dates'
import { More } from '../../ui/more'
import { kindName } from './spans'
import { adminWords } from './words'

export function Mails() {
  const says = useWords(adminWords).mails
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
      {cannotSend && <p className="mb-4 text-[0.9375rem] text-ink-soft">{says.kept}</p>}
      {pages.items?.length === 0 && <p className="text-ink-soft">{says.none}</p>}
      <ul aria-label={says.list} className="divide-y divide-line">
        {pages.items?.map((mail) => (
          <MailRow key={mail.id} mail={mail} />
        ))}
      </ul>
      <More pages={pages} label={says.earlier} />
    </>
  )
}

function MailRow({ mail }: { mail: Mail }) {
  const says = useWords(adminWords).mails
  const { words } = mail
  return (
    <li className="py-3">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-medium">{words?.subject ?? kindName(mail.purpose)}</span>
        <span className={`text-sm ${mail.state === 'failed' ? 'text-rust' : 'text-ink-faint'}`}>
          {mail.tries > 1 ? says.afterTries(says.states[mail.state], mail.tries) : says.states[mail.state]}
        </span>
      </p>
      <p className="text-ink-faint text-sm">
        {words && `${says.to(words.to)} · `}
        {moment(mail.createdAt)}
      </p>
      {words && (
        <details className="mt-1 text-sm">
          <summary className="text-kelp">{says.read}</summary>
          <div className="mt-2 flex items-start gap-2">
            <pre className="min-w-0 flex-1 whitespace-pre-wrap rounded-lg border border-line bg-sunk px-3 py-2 font-sans">
              {words.text}
            </pre>
            <CopyButton text={words.text} label={says.copy} />
          </div>
        </details>
      )}
    </li>
  )
}
