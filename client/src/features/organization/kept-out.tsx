/** Organizations that ask for a second factor: what a member without one sees, and what becomes of what they wanted. */

import { type ReactNode, useCallback, useEffect, useState } from 'react'
import useSWR from 'swr'
import { ApiError } from '../../api/http'
import { security, securityPaths } from '../../api/security'
import type { Organization } from '../../api/types'
import { useWords } from '../../language/words'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { Notice } from '../../ui/notice'
import { isSet, SecondFactor } from '../security/second-factor'
import { Cancelled } from '../security/use-fresh'
import { Section } from '../settings/section'
import { GoAway } from './go-away'
import { offersOf } from './offers'
import { type Run, RunContext } from './run'
import { useOrganizationChanged } from './use-organization'
import { organizationWords } from './words'

interface Waiting {
  again: () => void
  giveUp: (error: unknown) => void
}

export function AskForSecondFactor({ children }: { children: ReactNode }) {
  const [waiting, setWaiting] = useState<Waiting | null>(null)
  const run = useCallback<Run>(async (action) => {
    try {
      return await action()
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'second_factor_required')) throw error
      await new Promise<void>((again, giveUp) => setWaiting({ again, giveUp }))
      return await action()
    }
  }, [])
  return (
    <RunContext.Provider value={run}>
      {children}
      {waiting && (
        <SetOneDialog
          onSet={() => [setWaiting(null), waiting.again()]}
          onClose={() => [setWaiting(null), waiting.giveUp(new Cancelled())]}
        />
      )}
    </RunContext.Provider>
  )
}

function SetOneDialog({ onSet, onClose }: { onSet: () => void; onClose: () => void }) {
  const says = useWords(organizationWords).factor
  const { data: factors } = useSWR(securityPaths.factors, security.factors)
  const [areCodesShown, setCodesShown] = useState(false)
  return (
    <Dialog
      title={says.dialog}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{says.notNow}</Button>
          <Button look="solid" disabled={!factors || !isSet(factors) || areCodesShown} onClick={onSet}>
            {says.goOn}
          </Button>
        </>
      }
    >
      <p className="mb-4">{says.dialogLead}</p>
      <SecondFactor onCodes={setCodesShown} />
    </Dialog>
  )
}

interface KeptOutProps {
  organization: Organization
  onCodes: (areShown: boolean) => void
}

/** In the place of the organization's page. Nobody is kept in: leaving is always there. */
export function KeptOut({ organization, onCodes }: KeptOutProps) {
  const words = useWords(organizationWords)
  const says = words.factor
  const organizationChanged = useOrganizationChanged()
  const { data: factors } = useSWR(securityPaths.factors, security.factors)
  const hasOne = factors !== undefined && isSet(factors)
  useEffect(() => {
    if (hasOne) void organizationChanged()
  }, [hasOne, organizationChanged])
  return (
    <>
      <section aria-label={words.yours} className="mt-8">
        <h2 className="font-semibold font-serif text-2xl tracking-[-0.01em]" data-testid="organization-name">
          {organization.name}
        </h2>
        <div className="mt-4">
          <Notice tone="amber" testId="kept-out">
            {says.keptOut(organization.name)}
          </Notice>
        </div>
      </section>
      <Section title={says.setUp} lead={says.setUpLead}>
        <SecondFactor onCodes={onCodes} />
      </Section>
      <Section title={words.sections.leave}>
        <GoAway
          organization={organization}
          offers={{ ...offersOf(organization), mayDelete: isAlone(organization) }}
        />
      </Section>
    </>
  )
}

/** The last one cannot leave, so they may delete it also when they are kept out. */
function isAlone({ role, seats }: Organization): boolean {
  return role === 'owner' && seats.used === 1
}
