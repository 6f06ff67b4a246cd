/** Where the link leads that the old address got: the account comes back, with a new password. */
import { type FormEvent, useEffect, useState } from 'react'
import useSWR from 'swr'
import { email } from '../../api/endpoints'
import { navigate } from '../../router'
import { Button } from '../../ui/button'
import { PasswordField } from '../../ui/field'
import { Notice, TroubleText } from '../../ui/notice'
import { useToasts } from '../../ui/toast'
import { AuthFrame } from '../auth/auth-frame'
import { useSession } from '../auth/session'
import { BackToSignIn } from './back-to-sign-in'
import { isDead } from './use-follow'
import { useToken } from './use-token'

export default function UndoPage() {
  const [token, letGo] = useToken('undo')
  const { ask } = useSession()
  const { show } = useToasts()
  const {
    data: seen,
    error: unseen,
    mutate,
  } = useSWR(token && ['undo', token], () => email.lookAtUndo(token ?? ''), { revalidateOnFocus: false })
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)

  useEffect(() => {
    document.title = 'Take your account back · Holdfast'
  }, [])

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy || token === null || !seen) return
    const form = new FormData(event.currentTarget)
    setBusy(true)
    setError(null)
    try {
      await email.undo(token, seen.takesPassword ? String(form.get('new')) : null)
      letGo()
      await ask()
      show(`The account has ${seen.email} again. Sign in with it.`, { ms: 8000 })
      navigate('/login', { replace: true })
    } catch (failure) {
      setError(failure)
      setBusy(false)
    }
  }

  if (token === null || isDead(unseen) || isDead(error)) {
    return (
      <AuthFrame title="This link no longer works" lead="It works once, for seven days after the change.">
        <Notice testId="dead-link">
          If somebody else has your account, tell the person who runs this place.
        </Notice>
        <BackToSignIn />
      </AuthFrame>
    )
  }
  if (unseen) {
    return (
      <AuthFrame title="Take your account back" lead="The link could not be looked at.">
        <Notice tone="rust" actions={<Button onClick={() => void mutate()}>Try again</Button>}>
          <TroubleText error={unseen} />
        </Notice>
      </AuthFrame>
    )
  }
  if (!seen) return <AuthFrame title="Take your account back" lead="One moment…" />
  return (
    <AuthFrame title="Take your account back" lead={`It gets the address ${seen.email} again.`}>
      {error !== null && (
        <Notice tone="rust" testId="undo-error">
          <TroubleText error={error} />
        </Notice>
      )}
      <ul className="flex list-disc flex-col gap-1.5 pl-5 text-[0.9375rem] text-ink-soft">
        <li>Every browser is signed out, and every API key is revoked.</li>
        {seen.takesPassword && (
          <li>Providers that were linked since the day before the change are unlinked.</li>
        )}
        <li>A second factor that is set stays set. Chats, memory and files are not touched.</li>
      </ul>
      <form onSubmit={submit} className="flex flex-col gap-5">
        {seen.takesPassword && (
          <PasswordField
            label="New password"
            name="new"
            autoComplete="new-password"
            required
            autoFocus
            minLength={8}
            hint="Whoever changed the address may know the old one. At least 8 characters."
          />
        )}
        <Button type="submit" look="solid" disabled={isBusy} className="h-11">
          Take it back
        </Button>
      </form>
    </AuthFrame>
  )
}
