/** Who invites to what, and whether to come along. Whoever is not signed in does that first, and comes back here. */
import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
import { invites } from '../../api/endpoints'
import { ApiError } from '../../api/http'
import type { Person, SeenInvite } from '../../api/types'
import { useWords } from '../../language/words'
import { Link, navigate } from '../../router'
import { Button } from '../../ui/button'
import { moment } from '../../ui/dates'
import { Field } from '../../ui/field'
import { Notice, TroubleText } from '../../ui/notice'
import { useToasts } from '../../ui/toast'
import { useTitle } from '../../ui/use-title'
import { AuthFrame } from '../auth/auth-frame'
import { useSendLink } from '../email/banner/use-send-link'
import { useOrganization, useOrganizationChanged } from '../organization/use-organization'
import { forgetCode, keepCode, keptCode, takeFromAddress } from './code'
import { type JoinWords, joinWords } from './words'

export default function JoinPage({ person }: { person: Person | null }) {
  const [code, setCode] = useState(keptCode)
  useTitle(useWords(joinWords).page)

  useEffect(() => {
    // Another link pasted into the same tab changes only what stands behind the #.
    const onHash = () => {
      takeFromAddress()
      setCode(keptCode())
    }
    window.addEventListener('hashchange', onHash)
    return () => window.removeEventListener('hashchange', onHash)
  }, [])

  function letGo() {
    forgetCode()
    setCode(null)
  }

  if (person === null) return code === null ? <NeedsCode onCode={setCode} /> : <AtTheDoor />
  if (code === null) return <NeedsCode onCode={setCode} />
  return <Invitation key={code} code={code} person={person} onAnother={letGo} />
}

function AtTheDoor() {
  const says = useWords(joinWords)
  return (
    <AuthFrame title={says.invited} lead={says.somebodyAsks}>
      <p className="text-ink-soft">{says.signInFirst}</p>
      <div className="flex flex-col gap-2.5">
        <Button look="solid" className="h-11" onClick={() => navigate('/login?returnTo=%2Fjoin')}>
          {says.signIn}
        </Button>
        <Button className="h-11" onClick={() => navigate('/register?returnTo=%2Fjoin')}>
          {says.register}
        </Button>
      </div>
    </AuthFrame>
  )
}

function NeedsCode({ onCode }: { onCode: (code: string | null) => void }) {
  const says = useWords(joinWords)
  const [isOdd, setOdd] = useState(false)
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const isKept = keepCode(String(new FormData(event.currentTarget).get('code')))
    setOdd(!isKept)
    if (isKept) onCode(keptCode())
  }
  return (
    <AuthFrame title={says.byCode} lead={says.byCodeLead}>
      <form onSubmit={submit} className="flex flex-col gap-5">
        <Field
          label={says.code}
          name="code"
          required
          autoFocus
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={300}
          placeholder="ABCDE-23456"
          error={isOdd ? says.oddCode : null}
        />
        <Button type="submit" look="solid" className="h-11">
          {says.look}
        </Button>
      </form>
      <Away>{says.notNow}</Away>
    </AuthFrame>
  )
}

interface InvitationProps {
  code: string
  person: Person
  onAnother: () => void
}

function Invitation({ code, person, onAnother }: InvitationProps) {
  const says = useWords(joinWords)
  const organizationChanged = useOrganizationChanged()
  const [seen, setSeen] = useState<SeenInvite | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const { data: mine } = useOrganization()
  const { show } = useToasts()

  useEffect(() => {
    let isGone = false
    invites.look(code).then(
      (found) => !isGone && setSeen(found),
      (failure) => !isGone && setError(failure),
    )
    return () => {
      isGone = true
    }
  }, [code])

  async function accept() {
    setBusy(true)
    setError(null)
    try {
      const joined = await invites.accept(code)
      forgetCode()
      await organizationChanged()
      show(says.joined(joined.name))
      navigate('/settings/organization', { replace: true })
    } catch (failure) {
      setError(failure)
      setBusy(false)
    }
  }

  if (error !== null && (seen === null || isVoid(error))) {
    return (
      <AuthFrame title={says.failed} lead={isVoid(error) ? says.dead : says.unseen}>
        {!isVoid(error) && (
          <Notice tone="rust" testId="join-error">
            <TroubleText error={error} />
          </Notice>
        )}
        <Button className="h-11" onClick={onAnother}>
          {says.another}
        </Button>
        <Away>{says.toChats}</Away>
      </AuthFrame>
    )
  }
  if (seen === null) return <AuthFrame title={says.invited} lead={says.looking} />
  return (
    <AuthFrame title={says.join(seen.organization.name)} lead={leadOf(says, seen)}>
      {error !== null && (
        <Notice tone="rust" testId="join-error">
          <TroubleText error={error} />
        </Notice>
      )}
      <ul className="flex list-disc flex-col gap-1.5 pl-5 text-[0.9375rem] text-ink-soft">
        <li>{says.itsPlan}</li>
        <li>{says.itsMembers(person.email ?? person.name)}</li>
        {seen.asksSecondFactor && <li>{says.secondFactor(seen.graceDays)}</li>}
        <li>{says.yours}</li>
      </ul>
      {mine && (
        <Notice tone="amber">
          {says.inAnother(mine.name, (text) => (
            <Link
              href="/settings/organization"
              className="font-medium text-kelp underline underline-offset-4"
            >
              {text}
            </Link>
          ))}
        </Notice>
      )}
      {person.emailState === 'waiting' && <ConfirmFirst email={person.email ?? ''} />}
      {!seen.seatsLeft && <Notice tone="amber">{says.noSeat(seen.invitedBy || null)}</Notice>}
      <Button
        look="solid"
        className="h-11"
        disabled={isBusy || Boolean(mine) || person.emailState === 'waiting'}
        onClick={() => void accept()}
      >
        {says.join(seen.organization.name)}
      </Button>
      <p className="text-ink-faint text-sm">{says.until(moment(seen.expiresAt))}</p>
      <Away onGo={forgetCode}>{says.no}</Away>
    </AuthFrame>
  )
}

/** Its members see the address, so it has to be shown first whose it is. The page notices when one comes back to it. */
function ConfirmFirst({ email }: { email: string }) {
  const says = useWords(joinWords)
  const { send, isBusy } = useSendLink(email)
  return (
    <Notice
      tone="amber"
      testId="confirm-first"
      actions={
        <Button disabled={isBusy} onClick={() => void send()}>
          {says.sendAgain}
        </Button>
      }
    >
      {says.confirmFirst(<strong className="break-words font-medium">{email}</strong>)}
    </Notice>
  )
}

function leadOf(says: JoinWords, seen: SeenInvite): string {
  const by = seen.invitedBy || null
  return seen.role === 'admin' ? says.asAdmin(by) : says.asMember(by)
}

function isVoid(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'unknown_invite'
}

function Away({ children, onGo }: { children: ReactNode; onGo?: () => void }) {
  return (
    <Link href="/" onClick={onGo} className="text-[0.9375rem] text-kelp underline underline-offset-4">
      {children}
    </Link>
  )
}
