/** Settings → Organization: nobody's yet, or the one this person is in. */
import { useState } from 'react'
import type { Organization } from '../../api/types'
import { navigate } from '../../router'
import { Button } from '../../ui/button'
import { moment } from '../../ui/dates'
import { Notice, TroubleText } from '../../ui/notice'
import { Section } from '../settings/section'
import { AskSecondFactor } from './ask-second-factor'
import { GoAway } from './go-away'
import { History } from './history'
import { Invites } from './invites'
import { AskForSecondFactor, KeptOut } from './kept-out'
import { Members } from './members'
import { NoOrganization } from './no-organization'
import { offersOf, ROLE_NAMES, ROLE_RIGHTS } from './offers'
import { OrganizationKeys } from './organization-keys'
import { RenameForm } from './rename-form'
import { Seats } from './seats'
import { useOrganization } from './use-organization'

const KEYS_OF_ONES_OWN =
  'A key acts as you, with your own chats and memory. Owners and admins see that it is there and can end it; it ends when you leave.'
const KEYS_OF_ALL =
  'A key acts as whoever made it, with their own chats and memory; nobody else is shown the key itself. It ends when they leave, and you can end it before.'

export default function OrganizationPart() {
  const { data, error, mutate } = useOrganization()
  const [areCodesShown, setCodesShown] = useState(false)
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
  if (data === null) return <NoOrganization />
  return (
    <AskForSecondFactor key={data.id}>
      {data.secondFactor?.isKeptOut || areCodesShown ? (
        <KeptOut organization={data} onCodes={setCodesShown} />
      ) : (
        <Mine organization={data} />
      )}
    </AskForSecondFactor>
  )
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
        {organization.secondFactor?.deadline && (
          <div className="mt-4">
            <Notice
              tone="amber"
              testId="factor-due"
              actions={<Button onClick={() => navigate('/settings')}>Set one</Button>}
            >
              {organization.name} asks its members for a second factor. Set yours by{' '}
              {moment(organization.secondFactor.deadline)}; from then on its plan and pages are closed to
              whoever has none.
            </Notice>
          </div>
        )}
        {offers.mayRename && <RenameForm organization={organization} />}
      </section>
      <Section
        title="Members"
        lead="Joining shares nothing of one’s own: chats, memory, files and keys stay each person’s."
      >
        <Members organization={organization} />
      </Section>
      {offers.mayInvite && (
        <Section title="Invites" lead="Whoever has the link or the code can join, for seven days.">
          <Invites organization={organization} offers={offers} />
        </Section>
      )}
      {offers.mayMakeKeys && (
        <Section
          title="API keys of the organization"
          lead={offers.mayEndKeys ? KEYS_OF_ALL : KEYS_OF_ONES_OWN}
        >
          <OrganizationKeys organization={organization} />
        </Section>
      )}
      {organization.role === 'owner' && (
        <Section
          title="Second factor"
          lead="Ask every member for more than a password. Only owners change this."
        >
          <AskSecondFactor organization={organization} />
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
