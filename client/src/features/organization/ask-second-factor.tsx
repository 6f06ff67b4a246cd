/** For owners: whether members need a second factor, and how long they have to set one. */

import { type FormEvent, useState } from 'react'
import useSWR from 'swr'
import { organizations } from '../../api/endpoints'
import { security, securityPaths } from '../../api/security'
import type { Organization } from '../../api/types'
import { useWords } from '../../language/words'
import { Link } from '../../router'
import { Button } from '../../ui/button'
import { day } from '../../ui/dates'
import { Dialog } from '../../ui/dialog'
import { Field } from '../../ui/field'
import { Notice } from '../../ui/notice'
import { isSet } from '../security/second-factor'
import { useFresh } from '../security/use-fresh'
import { useMembers } from './members'
import { useAttempt, useOrganizationChanged } from './use-organization'
import { organizationWords } from './words'

const MOST_DAYS = 30

export function AskSecondFactor({ organization }: { organization: Organization }) {
  const words = useWords(organizationWords)
  const says = words.factor
  const organizationChanged = useOrganizationChanged()
  const { data: factors } = useSWR(securityPaths.factors, security.factors)
  const attempt = useAttempt()
  const { run, dialog } = useFresh()
  const asked = organization.secondFactor
  const [days, setDays] = useState(String(asked?.graceDays ?? 7))
  const [isAsking, setAsking] = useState(false)

  async function change(graceDays: number | null, done: string) {
    setAsking(false)
    await attempt(() => run(() => organizations.askSecondFactor(organization.id, graceDays)), done)
    await organizationChanged()
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    setAsking(true)
  }

  if (!factors) return null
  if (!asked && !isSet(factors)) {
    return (
      <Notice testId="own-factor-first">
        {says.setOwnFirst}{' '}
        <Link href="/settings/security" className="font-medium text-kelp underline underline-offset-4">
          {says.inSettings}
        </Link>
      </Notice>
    )
  }
  return (
    <>
      <p className="mb-4 text-[0.9375rem] text-ink-soft" data-testid="asked-second-factor">
        {asked ? says.asked(day(asked.since), words.days(asked.graceDays)) : says.notAsked}
      </p>
      <form onSubmit={submit} className="flex flex-wrap items-end gap-3">
        <Field
          label={says.daysLabel}
          type="number"
          min={0}
          max={MOST_DAYS}
          required
          value={days}
          onChange={(event) => setDays(event.target.value)}
          className="w-36"
        />
        <Button type="submit" className="h-11" disabled={asked?.graceDays === Number(days)}>
          {asked ? says.changeDays : says.ask}
        </Button>
        {asked && (
          <Button look="quiet" className="h-11" onClick={() => void change(null, says.stopped)}>
            {says.stop}
          </Button>
        )}
      </form>
      {isAsking && (
        <AskDialog
          organization={organization}
          days={Number(days)}
          onClose={() => setAsking(false)}
          onAsk={() => void change(Number(days), says.nowAsked(words.days(Number(days))))}
        />
      )}
      {dialog}
    </>
  )
}

interface AskDialogProps {
  organization: Organization
  days: number
  onClose: () => void
  onAsk: () => void
}

function AskDialog({ organization, days, onClose, onAsk }: AskDialogProps) {
  const words = useWords(organizationWords)
  const says = words.factor
  const pages = useMembers(organization)
  const without = (pages.items ?? []).filter((member) => member.hasSecondFactor === false).length
  return (
    <Dialog
      title={says.title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{words.keepAsIs}</Button>
          <Button look={days === 0 ? 'danger' : 'solid'} onClick={onAsk}>
            {says.askForIt}
          </Button>
        </>
      }
    >
      <p>
        {days === 0 ? says.atOnce(organization.name) : says.after(organization.name, words.days(days))}
        {organization.secondFactor && ` ${says.fromFirst}`}
      </p>
      {without > 0 && (
        <p className="mt-3 font-medium text-ink" data-testid="without-factor">
          {pages.isComplete ? says.without(without) : says.withoutSoFar(without)}
        </p>
      )}
    </Dialog>
  )
}
