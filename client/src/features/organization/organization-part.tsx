/** Settings → Organization: nobody's yet, or the one this person is in. */
import type { Organization } from '../../api/types'
import { Button } from '../../ui/button'
import { Notice, TroubleText } from '../../ui/notice'
import { Section } from '../settings/section'
import { GoAway } from './go-away'
import { History } from './history'
import { Invites } from './invites'
import { Members } from './members'
import { NoOrganization } from './no-organization'
import { offersOf, ROLE_NAMES, ROLE_RIGHTS } from './offers'
import { RenameForm } from './rename-form'
import { Seats } from './seats'
import { useOrganization } from './use-organization'

export default function OrganizationPart() {
  const { data, error, mutate } = useOrganization()
  if (error && data === undefined) {
    return (
      <div className="mt-8">
        <Notice tone="rust" actions={<Button onClick={() => void mutate()}>Try again</Button>}>
          <TroubleText error={error} />
        </Notice>
      </div>
    )
  }
  if (data === undefined) return null
  return data === null ? <NoOrganization /> : <Mine key={data.id} organization={data} />
}

function Mine({ organization }: { organization: Organization }) {
  const offers = offersOf(organization)
  return (
    <>
      <section aria-label="Your organization" className="mt-8">
        <h2 className="font-semibold font-serif text-2xl tracking-[-0.01em]" data-testid="organization-name">
          {organization.name}
        </h2>
        <p className="mt-1 text-ink-soft" data-testid="own-role">
          You are {organization.role === 'member' ? 'a member' : `an ${organization.role}`}.{' '}
          <span className="text-ink-faint">
            {ROLE_NAMES[organization.role]}: {ROLE_RIGHTS[organization.role]}.
          </span>
        </p>
        <Seats organization={organization} />
        {offers.mayRename && <RenameForm organization={organization} />}
      </section>
      <Section
        title="Members"
        lead="Joining shares nothing of one’s own: chats, memory, files and keys stay each person’s."
      >
        <Members organization={organization} offers={offers} />
      </Section>
      {offers.mayInvite && (
        <Section title="Invites" lead="Whoever has the link or the code can join, for seven days.">
          <Invites organization={organization} offers={offers} />
        </Section>
      )}
      {offers.maySeeHistory && (
        <Section title="History" lead="Who changed what. Only owners see this.">
          <History organization={organization} />
        </Section>
      )}
      <Section title={offers.mayDelete ? 'Leave or delete' : 'Leave'}>
        <GoAway organization={organization} offers={offers} />
      </Section>
    </>
  )
}
