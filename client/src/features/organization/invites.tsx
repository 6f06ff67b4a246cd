import { useEffect, useRef, useState } from 'react'
import useSWR from 'swr'
import { invites as api, paths } from '../../api/endpoints'
import type { Invite, Organization } from '../../api/types'
import { useWords } from '../../language/words'
import { Button } from '../../ui/button'
import { useCopied } from '../../ui/copy'
import { moment } from '../../ui/dates'
import { Notice, TroubleText } from '../../ui/notice'
import { uiWords } from '../../ui/words'
import { NewInviteForm } from './new-invite-form'
import type { Offers } from './offers'
import { useAttempt } from './use-organization'
import { organizationWords } from './words'

interface InvitesProps {
  organization: Organization
  offers: Offers
}

export function Invites({ organization, offers }: InvitesProps) {
  const { tryAgain } = useWords(uiWords)
  const says = useWords(organizationWords).invites
  const { data, error, mutate } = useSWR(paths.invites(organization.id), () => api.list(organization.id), {
    revalidateOnFocus: true,
  })
  const [freshId, setFreshId] = useState<string | null>(null)
  const attempt = useAttempt()

  async function revoke(invite: Invite) {
    await attempt(() => api.revoke(organization.id, invite.id), says.revoked)
    await mutate()
  }

  return (
    <div className="flex flex-col gap-6">
      {error ? (
        <Notice tone="rust" actions={<Button onClick={() => void mutate()}>{tryAgain}</Button>}>
          <TroubleText error={error} />
        </Notice>
      ) : (
        data &&
        data.length > 0 && (
          <ul aria-label={says.list} className="divide-y divide-line border-line border-y">
            {data.map((invite) => (
              <InviteRow
                key={invite.id}
                invite={invite}
                isFresh={invite.id === freshId}
                onRevoke={() => void revoke(invite)}
              />
            ))}
          </ul>
        )
      )}
      <NewInviteForm
        organization={organization}
        roles={offers.inviteRoles}
        onMade={(made) => {
          setFreshId(made.id)
          void mutate()
        }}
      />
    </div>
  )
}

function InviteRow({
  invite,
  isFresh,
  onRevoke,
}: {
  invite: Invite
  isFresh: boolean
  onRevoke: () => void
}) {
  const { copied } = useWords(uiWords)
  const says = useWords(organizationWords).invites
  const [isCopied, copy] = useCopied()
  const row = useRef<HTMLLIElement>(null)
  useEffect(() => {
    // The list stands above the form; on a phone what was just made would be out of sight.
    if (isFresh) row.current?.scrollIntoView?.({ block: 'nearest' })
  }, [isFresh])
  return (
    <li
      ref={row}
      className={`flex flex-wrap items-center gap-x-3 gap-y-2 py-3 ${isFresh ? '-mx-3 rounded-lg bg-kelp-wash px-3' : ''}`}
    >
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex flex-wrap items-baseline gap-x-3">
          {invite.code ? (
            <code className="font-mono text-lg tracking-[0.14em]">{invite.code}</code>
          ) : (
            <span className="text-ink-faint">{says.hidden}</span>
          )}
          <span className="text-ink-soft text-sm">{says.as[invite.role]}</span>
        </p>
        <p className="text-ink-faint text-sm">
          {[
            invite.email && says.sentTo(invite.email),
            invite.maxUses === 1 ? says.once : says.used(invite.uses, invite.maxUses),
            says.until(moment(invite.expiresAt)),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      {invite.link && (
        <Button onClick={() => copy(invite.link ?? '')} aria-label={says.copyLinkLabel(invite.code ?? '')}>
          {isCopied ? copied : says.copyLink}
        </Button>
      )}
      <Button look="quiet" onClick={onRevoke} aria-label={says.revokeLabel(invite.code)}>
        {says.revoke}
      </Button>
      {isFresh && (
        <p
          role="status"
          className="w-full break-all font-mono text-[0.8125rem] text-ink-soft"
          data-testid="invite-link"
        >
          {invite.link}
        </p>
      )}
    </li>
  )
}
