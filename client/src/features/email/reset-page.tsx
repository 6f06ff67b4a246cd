/** Where the link of a lost password leads: a new one, and then sign-in as usual. */
import { type FormEvent, useEffect, useState } from 'react'
import { auth } from '../../api/endpoints'
import { ApiError } from '../../api/http'
import { Link, navigate } from '../../router'
import { Button } from '../../ui/button'
import { PasswordField } from '../../ui/field'
import { Notice, TroubleText } from '../../ui/notice'
import { useToasts } from '../../ui/toast'
import { AuthFrame } from '../auth/auth-frame'
import { useSession } from '../auth/session'
import { BackToSignIn } from './back-to-sign-in'
import { useToken } from './use-token'

export default function ResetPage() {
  const [token, letGo] = useToken('reset')
  const { ask } = useSession()
  const { show } = useToasts()
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)

  useEffect(() => {
    document.title = 'Choose a new password · Holdfast'
  }, [])

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy || token === null) return
    const form = new FormData(event.currentTarget)
    setBusy(true)
    setError(null)
    try {
      await auth.resetPassword(token, String(form.get('new')), form.get('revokesKeys') === 'on')
      letGo()
      await ask()
      show('Your new password is set. Sign in with it.')
      navigate('/login', { replace: true })
    } catch (failure) {
      setError(failure)
      setBusy(false)
    }
  }

  if (token === null || isDead(error)) {
    return (
      <AuthFrame title="This link no longer works" lead="Each link works once, and only for a while.">
        <Notice testId="dead-link">
          <Link href="/forgot" className="font-medium text-kelp underline underline-offset-4">
            Ask for a new one
          </Link>
          , and open it in this browser.
        </Notice>
        <BackToSignIn />
      </AuthFrame>
    )
  }
  return (
    <AuthFrame
      title="Choose a new password"
      lead="Every browser is signed out, and you sign in anew with it."
    >
      {error !== null && (
        <Notice tone="rust" testId="reset-error">
          <TroubleText error={error} />
        </Notice>
      )}
      <form onSubmit={submit} className="flex flex-col gap-5">
        <PasswordField
          label="New password"
          name="new"
          autoComplete="new-password"
          required
          autoFocus
          minLength={8}
          hint="At least 8 characters. A short sentence works well."
        />
        <label className="flex items-start gap-2.5 text-[0.9375rem] text-ink-soft">
          <input type="checkbox" name="revokesKeys" className="mt-1 accent-(--kelp)" />
          Revoke my API keys too. Do this if somebody else may have been in your account.
        </label>
        <Button type="submit" look="solid" aria-disabled={isBusy || undefined} className="h-11">
          Set new password
        </Button>
      </form>
    </AuthFrame>
  )
}

function isDead(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'dead_link'
}
