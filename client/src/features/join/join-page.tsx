/** Who invites to what, and whether to come along. Whoever is not signed in does that first, and comes back here. */
import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
import { invites } from '../../api/endpoints'
import { ApiError } from '../../api/http'
import type { Person, SeenInvite } from '../../api/types'
import { Link, navigate } from '../../router'
import { Button } from '../../ui/button'
import { moment } from '../../ui/dates'
import { Field } from '../../ui/field'
import { Notice, TroubleText } from '../../ui/notice'
import { useToasts } from '../../ui/toast'
import { AuthFrame } from '../auth/auth-frame'
import { useOrganization, useOrganizationChanged } from '../organization/use-organization'
import { forgetCode, keepCode, keptCode, takeFromAddress } from './code'

export default function JoinPage({ person }: { person: Person | null }) {
  const [code, setCode] = useState(keptCode)

  useEffect(() => {
    document.title = 'Invitation · Holdfast'
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
  return (
    <AuthFrame title="You are invited" lead="Somebody asks you to join their organization here.">
      <p className="text-ink-soft">
        Sign in or create an account to see who it is. The invitation waits for you in this tab.
      </p>
      <div className="flex flex-col gap-2.5">
        <Button look="solid" className="h-11" onClick={() => navigate('/login?returnTo=%2Fjoin')}>
          Sign in
        </Button>
        <Button className="h-11" onClick={() => navigate('/register?returnTo=%2Fjoin')}>
          Create an account
        </Button>
      </div>
    </AuthFrame>
  )
}

function NeedsCode({ onCode }: { onCode: (code: string | null) => void }) {
  const [isOdd, setOdd] = useState(false)
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const isKept = keepCode(String(new FormData(event.currentTarget).get('code')))
    setOdd(!isKept)
    if (isKept) onCode(keptCode())
  }
  return (
    <AuthFrame title="Join an organization" lead="With the code or the link somebody gave you.">
      <form onSubmit={submit} className="flex flex-col gap-5">
        <Field
          label="Invitation code"
          name="code"
          required
          autoFocus
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={300}
          placeholder="ABCDE-23456"
          error={isOdd ? 'A code has ten letters and digits.' : null}
        />
        <Button type="submit" look="solid" className="h-11">
          Look at the invitation
        </Button>
      </form>
      <Away>Not now</Away>
    </AuthFrame>
  )
}

interface InvitationProps {
  code: string
  person: Person
  onAnother: () => void
}

function Invitation({ code, person, onAnother }: InvitationProps) {
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
      show(`You are in ${joined.name} now.`)
      navigate('/settings?part=organization', { replace: true })
    } catch (failure) {
      setError(failure)
      setBusy(false)
    }
  }

  if (error !== null && (seen === null || isVoid(error))) {
    return (
      <AuthFrame
        title="This did not work"
        lead={isVoid(error) ? DEAD : 'The invitation could not be looked at.'}
      >
        {!isVoid(error) && (
          <Notice tone="rust" testId="join-error">
            <TroubleText error={error} />
          </Notice>
        )}
        <Button className="h-11" onClick={onAnother}>
          Try another code
        </Button>
        <Away>Go to your chats</Away>
      </AuthFrame>
    )
  }
  if (seen === null) return <AuthFrame title="You are invited" lead="Looking at the invitation…" />
  return (
    <AuthFrame title={`Join ${seen.organization.name}`} lead={leadOf(seen)}>
      {error !== null && (
        <Notice tone="rust" testId="join-error">
          <TroubleText error={error} />
        </Notice>
      )}
      <ul className="flex list-disc flex-col gap-1.5 pl-5 text-[0.9375rem] text-ink-soft">
        <li>Its plan, if it has one, holds for you while you are in it.</li>
        <li>Its members see your name and e-mail address ({person.email ?? person.name}).</li>
        <li>Nobody sees your chats, memory or files. They stay yours, also when you leave.</li>
      </ul>
      {mine && (
        <Notice tone="amber">
          You are in {mine.name} already, and one can be in one organization at a time.{' '}
          <Link
            href="/settings?part=organization"
            className="font-medium text-kelp underline underline-offset-4"
          >
            Leave it first
          </Link>
          , then open the invitation again.
        </Notice>
      )}
      {!seen.seatsLeft && (
        <Notice tone="amber">
          Every seat is taken at the moment. Ask {seen.invitedBy || 'an owner'} to make room.
        </Notice>
      )}
      <Button look="solid" className="h-11" disabled={isBusy || Boolean(mine)} onClick={() => void accept()}>
        Join {seen.organization.name}
      </Button>
      <p className="text-ink-faint text-sm">The invitation holds until {moment(seen.expiresAt)}.</p>
      <Away onGo={forgetCode}>No, thank you</Away>
    </AuthFrame>
  )
}

const DEAD =
  'This invitation does not work, or not any more: it may be mistyped, used up, revoked or older than seven days. Ask for a new one.'

function leadOf(seen: SeenInvite): string {
  const as = seen.role === 'admin' ? 'an admin' : 'a member'
  return `${seen.invitedBy || 'Somebody'} invites you as ${as}.`
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
