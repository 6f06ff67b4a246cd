import { type FormEvent, useState } from 'react'
import { admin, adminPaths } from '../../api/admin'
import type { Invitation, MadeInvitation } from '../../api/types'
import { Button } from '../../ui/button'
import { useCopied } from '../../ui/copy'
import { moment } from '../../ui/dates'
import { Field } from '../../ui/field'
import { Notice, TroubleText } from '../../ui/notice'
import { useAttempt } from '../organization/use-organization'
import { Ask } from './ask'

const MOST_USES = 1000

export function InstallationInvites() {
  const attempt = useAttempt()
  return (
    <Ask path={adminPaths.invites} load={admin.invites}>
      {(found, again) => (
        <div className="flex flex-col gap-6">
          {found.length > 0 && (
            <ul aria-label="Open invites" className="divide-y divide-line border-line border-y">
              {found.map((invite) => (
                <Row
                  key={invite.id}
                  invite={invite}
                  onRevoke={async () => {
                    await attempt(() => admin.revokeInvite(invite.id), 'The invite is revoked.')
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
  const what = invite.note || 'Without a note'
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-3">
      <div className="min-w-0 flex-1 basis-56">
        <p className="font-medium">{what}</p>
        <p className="text-ink-faint text-sm">
          {[
            invite.maxUses === 1 ? 'works once' : `used ${invite.uses} of ${invite.maxUses} times`,
            `made by ${invite.madeBy ?? 'the operator'}`,
            `until ${moment(invite.expiresAt)}`,
          ].join(' · ')}
        </p>
      </div>
      <Button look="quiet" onClick={() => void onRevoke()} aria-label={`Revoke: ${what}`}>
        Revoke
      </Button>
    </li>
  )
}

function NewInvitation({ onMade }: { onMade: () => Promise<unknown> }) {
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
      aria-label="New invite"
      className="flex flex-col gap-5 rounded-xl border border-line p-5"
    >
      {error !== null && (
        <Notice tone="rust">
          <TroubleText error={error} />
        </Notice>
      )}
      {made && <Made key={made.id} made={made} />}
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="What for (optional)" name="note" maxLength={100} autoComplete="off" />
        <Field
          label="How many people may use it"
          name="uses"
          type="number"
          min={1}
          max={MOST_USES}
          required
          defaultValue="1"
        />
      </div>
      <Button type="submit" look="solid" disabled={isBusy} className="self-start">
        Make invite
      </Button>
    </form>
  )
}

function Made({ made }: { made: MadeInvitation }) {
  const [isCopied, copy] = useCopied()
  return (
    <Notice
      actions={<Button onClick={() => copy(made.link)}>{isCopied ? 'Copied' : 'Copy link'}</Button>}
      testId="made-invite"
    >
      <p>Hand this on now; it is not shown again.</p>
      <p className="mt-1 break-all font-mono text-[0.8125rem]">{made.link}</p>
    </Notice>
  )
}
