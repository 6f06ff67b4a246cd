/** For owners: whether members need a second factor, and how long they have to set one. */
import { type FormEvent, useState } from 'react'
import useSWR from 'swr'
import { organizations } from '../../api/endpoints'
import { security, securityPaths } from '../../api/security'
import type { Organization } from '../../api/types'
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

const MOST_DAYS = 30

export function AskSecondFactor({ organization }: { organization: Organization }) {
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
        Set a second factor of your own first: what you ask of others would keep you out too.{' '}
        <Link href="/settings" className="font-medium text-kelp underline underline-offset-4">
          Set one in your settings
        </Link>
      </Notice>
    )
  }
  return (
    <>
      <p className="mb-4 text-[0.9375rem] text-ink-soft" data-testid="asked-second-factor">
        {asked
          ? `Asked for since ${day(asked.since)}. Members have ${inDays(asked.graceDays)} to set one, newcomers from the day they join.`
          : 'Not asked for: each member decides for themselves.'}
      </p>
      <form onSubmit={submit} className="flex flex-wrap items-end gap-3">
        <Field
          label="Days to set one"
          type="number"
          min={0}
          max={MOST_DAYS}
          required
          value={days}
          onChange={(event) => setDays(event.target.value)}
          className="w-36"
        />
        <Button type="submit" className="h-11" disabled={asked?.graceDays === Number(days)}>
          {asked ? 'Change the days' : 'Ask for a second factor'}
        </Button>
        {asked && (
          <Button
            look="quiet"
            className="h-11"
            onClick={() => void change(null, 'No second factor is asked for any more.')}
          >
            Ask no more
          </Button>
        )}
      </form>
      {isAsking && (
        <AskDialog
          organization={organization}
          days={Number(days)}
          onClose={() => setAsking(false)}
          onAsk={() =>
            void change(Number(days), `Members have ${inDays(Number(days))} to set a second factor.`)
          }
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
  const pages = useMembers(organization)
  const without = (pages.items ?? []).filter((member) => member.hasSecondFactor === false).length
  return (
    <Dialog
      title="Ask members for a second factor?"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Leave it as it is</Button>
          <Button look={days === 0 ? 'danger' : 'solid'} onClick={onAsk}>
            Ask for it
          </Button>
        </>
      }
    >
      <p>
        {days === 0
          ? 'Whoever has none is kept out at once'
          : `Whoever has none in ${inDays(days)} is kept out`}{' '}
        of the plan, the pages and whatever {organization.name} shares, until they set one. They can always
        leave.
        {organization.secondFactor && ' The days count from when it was first asked for.'}
      </p>
      {without > 0 && (
        <p className="mt-3 font-medium text-ink" data-testid="without-factor">
          {without === 1 ? 'One member has' : `${without} members have`} none yet
          {pages.isComplete ? '.' : ', of those listed so far.'}
        </p>
      )}
    </Dialog>
  )
}

function inDays(days: number): string {
  return days === 0 ? 'no days' : days === 1 ? 'one day' : `${days} days`
}
