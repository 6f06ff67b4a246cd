/** Settings → You: the address one signs in with, whether it is shown to be one's own, and another one. */

import useSWR from 'swr'
import { auth, paths } from '../../api/endpoints'
import type { Person } from '../../api/types'
import { useWords } from '../../language/words'
import { Button } from '../../ui/button'
import { Section } from '../settings/section'
import { useSendLink } from './banner/use-send-link'
import { ChangeAddress } from './change-address'
import { emailWords } from './words'

export default function AddressPart({ person }: { person: Person }) {
  const { data: ways } = useSWR(paths.providers, auth.providers)
  const { send, isBusy } = useSendLink(person.email ?? '')
  const says = useWords(emailWords).part
  const mayShow = ways?.sendsMail && person.emailState !== null && person.emailState !== 'verified'
  return (
    <Section title={says.title} lead={says.lead}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-line border-y py-3">
        <div className="min-w-0 flex-1 basis-56">
          <p className="break-words font-medium">{person.email ?? says.none}</p>
          {person.emailState && (ways?.sendsMail || person.emailState === 'verified') && (
            <p
              data-testid="address-state"
              className={`text-sm ${person.emailState === 'waiting' ? 'text-amber' : 'text-ink-faint'}`}
            >
              {says[person.emailState]}
            </p>
          )}
        </div>
        {mayShow && (
          <Button disabled={isBusy} onClick={() => void send()}>
            {person.emailState === 'waiting' ? says.sendAgain : says.confirm}
          </Button>
        )}
      </div>
      {mayShow && person.emailState === 'waiting' && (
        <p className="mt-3 text-[0.9375rem] text-ink-soft">{says.waitingAbout}</p>
      )}
      {ways?.sendsMail && <ChangeAddress />}
      {ways?.sendsMail === false && <p className="mt-3 text-ink-faint text-sm">{says.noMail}</p>}
    </Section>
  )
}
