/** Settings → Organization: nobody's yet, or the one this person is in. */

import { useState } from 'react'
import type { Organization } from '../../api/types'
import { useWords } from '../../language/words'
import { navigate } from '../../router'
import { Button } from '../../ui/button'
import { moment } from '../../ui/dates'
import { Face } from '../../ui/face'
import { Notice, TroubleText } from '../../ui/notice'
import { uiWords } from '../../ui/words'
import { Section } from '../settings/section'
import { AskSecondFactor } from './ask-second-factor'
import { GoAway } from './go-away'
import { History } from './history'
import { Invites } from './invites'
import { AskForSecondFactor, KeptOut } from './kept-out'
import { Members } from './members'
import { NoOrganization } from './no-organization'
import { offersOf } from './offers'
import { OrganizationKeys } from './organization-keys'
import { RenameForm } from './rename-form'
import { Seats } from './seats'
import { useOrganization } from './use-organization'
import { organizationWords } from './words'

export default function OrganizationPart() {
  const { tryAgain } = useWords(uiWords)
  const { data, error, mutate } = useOrganization()
  const [areCodesShown, setCodesShown] = useState(false)
  if (error && data === undefined) {
    return (
      <div className="mt-8">
        <Notice tone="rust" actions={<Button onClick={() => void mutate()}>{tryAgain}</Button>}>
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
  const words = useWords(organizationWords)
  const { sections } = words
  const offers = offersOf(organization)
  return (
    <>
      <section aria-label={words.yours} className="mt-8">
        <div className="flex items-center gap-3">
          <Face of={{ kind: 'organization', ...organization }} size={2.5} />
          <h2
            className="font-semibold font-serif text-2xl tracking-[-0.01em]"
            data-testid="organization-name"
          >
            {organization.name}
          </h2>
        </div>
        <p className="mt-2 text-ink-soft" data-testid="own-role">
          {words.youAre[organization.role]}{' '}
          <span className="text-ink-faint">
            {words.roleAndRights(words.roles[organization.role], words.rights[organization.role])}
          </span>
        </p>
        <Seats organization={organization} />
        {organization.secondFactor?.deadline && (
          <div className="mt-4">
            <Notice
              tone="amber"
              testId="factor-due"
              actions={<Button onClick={() => navigate('/settings/security')}>{words.factor.setOne}</Button>}
            >
              {words.factor.due(organization.name, moment(organization.secondFactor.deadline))}
            </Notice>
          </div>
        )}
        {offers.mayRename && <RenameForm organization={organization} />}
      </section>
      <Section title={sections.members} lead={sections.membersLead}>
        <Members organization={organization} />
      </Section>
      {offers.mayInvite && (
        <Section title={sections.invites} lead={sections.invitesLead}>
          <Invites organization={organization} offers={offers} />
        </Section>
      )}
      {offers.mayMakeKeys && (
        <Section title={sections.keys} lead={offers.mayEndKeys ? sections.keysOfAll : sections.keysOfOnesOwn}>
          <OrganizationKeys organization={organization} />
        </Section>
      )}
      {organization.role === 'owner' && (
        <Section title={sections.factor} lead={sections.factorLead}>
          <AskSecondFactor organization={organization} />
        </Section>
      )}
      {offers.maySeeHistory && (
        <Section title={sections.history} lead={sections.historyLead}>
          <History organization={organization} />
        </Section>
      )}
      <Section title={offers.mayDelete ? sections.leaveOrDelete : sections.leave}>
        <GoAway organization={organization} offers={offers} />
      </Section>
    </>
  )
}
