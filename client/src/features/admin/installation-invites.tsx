import { type FormEvent, useState } from 'react'
import { admin, adminPaths } from '../../api/admin'
import type { Invitation, MadeInvitation } from '../../api/types'
import { useWords } from '../../language/words'
import { Button } from '../../ui/button'
import { useCopied } from '../../ui/copy'
import { moment } from '../../ui/dates'
import { Field } from '../../ui/field'
import { Notice, TroubleText } from '../../ui/notice'
import { useAttempt } from '../organization/use-organization'
import { Ask } from './ask'
import { adminWords } from './words'

const MOST_USES = 1000

export function InstallationInvites() {
  const says = useWords(adminWords).invites
  const attempt = useAttempt()
  return (
    <Ask path={adminPaths.invites} load={admin.invites}>
      {(found, again) => (
        <div className="flex flex-col gap-6">
          {found.length > 0 && (
            <ul aria-label={says.list} className="divide-y divide-line border-line border-y">
              {found.map((invite) => (
                <Row
                  key={invite.id}
                  invite={invite}
                  onRevoke={async () => {
                    await attempt(() => admin.revokeInvite(invite.id), says.revoked)
                    await again()
                  }}
                />
              ))}
            </ul>
          )}
          <NewInvitation onMade={again} />
        </div>
      )}
    </Ask>
  )
}

function Row({ invite, onRevoke }: { invite: Invitation; onRevoke: () => Promise<void> }) {
  const says = useWords(adminWords).invites
  const what = invite.note || says.noNote
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-3">
      <div className="min-w-0 flex-1 basis-56">
        <p className="font-medium">{what}</p>
        <p className="text-ink-faint text-sm">
          {[
            invite.maxUses === 1 ? says.once : says.used(invite.uses, invite.maxUses),
            says.madeBy(invite.madeBy),
            says.until(moment(invite.expiresAt)),
          ].join(' · ')}
        </p>
      </div>
      <Button onClick={() => void onRevoke()} aria-label={says.revokeOne(what)}>
        {says.revoke}
      </Button>
    </li>
  )
}

function NewInvitation({ onMade }: { onMade: () => Promise<unknown> }) {
  const says = useWords(adminWords).invites
  const [made, setMade] = useState<MadeInvitation | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    const form = new FormData(event.currentTarget)
    setBusy(true)
    setError(null)
    try {
      setMade(await admin.makeInvite(Number(form.get('uses')), String(form.get('note')).trim()))
      await onMade()
    } catch (failure) {
      setError(failure)
    }
    setBusy(false)
  }

  return (
    <form
      onSubmit={submit}
      aria-label={says.fresh}
      className="flex flex-col gap-5 rounded-xl border border-line p-5"
    >
      {error !== null && (
        <Notice tone="rust">
          <TroubleText error={error} />
        </Notice>
      )}
      {made && <Made key={made.id} made={made} />}
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={says.note} name="note" maxLength={100} autoComplete="off" />
        <Field
          label={says.uses}
          name="uses"
          type="number"
          min={1}
          max={MOST_USES}
          required
          defaultValue="1"
        />
      </div>
      <Button type="submit" look="solid" disabled={isBusy} className="self-start">
        {says.make}
      </Button>
    </form>
  )
}

function Made({ made }: { made: MadeInvitation }) {
  const { copied, copyLink, invites } = useWords(adminWords)
  const [isCopied, copy] = useCopied()
  return (
    <Notice
      actions={<Button onClick={() => copy(made.link)}>{isCopied ? copied : copyLink}</Button>}
      testId="made-invite"
    >
      <p>{invites.handOn}</p>
      <p className="mt-1 break-all font-mono text-[0.8125rem]">{made.link}</p>
    </Notice>
  )
}
