/** Settings → You: the address one signs in with, whether it is shown to be one's own, and another one. */
import useSWR from 'swr'
import { auth, paths } from '../../api/endpoints'
import type { Person } from '../../api/types'
import { Button } from '../../ui/button'
import { Section } from '../settings/section'
import { ChangeAddress } from './change-address'
import { useSendLink } from './use-send-link'

const STATES: Record<NonNullable<Person['emailState']>, { badge: string; about: string | null }> = {
  verified: { badge: 'Confirmed', about: null },
  waiting: {
    badge: 'Not confirmed yet',
    about:
      'Until you have opened the link in the mail, the address counts for nothing: you cannot join an organization with it, and nobody is written to in your name.',
  },
  unverified: { badge: 'Not confirmed', about: null },
}

export default function AddressPart({ person }: { person: Person }) {
  const { data: ways } = useSWR(paths.providers, auth.providers)
  const { send, isBusy } = useSendLink(person.email ?? '')
  const state = person.emailState ? STATES[person.emailState] : null
  const mayShow = ways?.sendsMail && person.emailState !== null && person.emailState !== 'verified'
  return (
    <Section title="E-mail address" lead="You sign in with it, and lost passwords are replaced by it.">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-line border-y py-3">
        <div className="min-w-0 flex-1 basis-56">
          <p className="break-words font-medium">{person.email ?? 'None'}</p>
          {state && (ways?.sendsMail || person.emailState === 'verified') && (
            <p
              data-testid="address-state"
              className={`text-sm ${person.emailState === 'waiting' ? 'text-amber' : 'text-ink-faint'}`}
            >
              {state.badge}
            </p>
          )}
        </div>
        {mayShow && (
          <Button disabled={isBusy} onClick={() => void send()}>
            {person.emailState === 'waiting' ? 'Send the link again' : 'Confirm it'}
          </Button>
        )}
      </div>
      {mayShow && state?.about && <p className="mt-3 text-[0.9375rem] text-ink-soft">{state.about}</p>}
      {ways?.sendsMail && <ChangeAddress />}
      {ways?.sendsMail === false && (
        <p className="mt-3 text-ink-faint text-sm">
          This place sends no mail, so an address can neither be confirmed nor changed.
        </p>
      )}
    </Section>
  )
}
