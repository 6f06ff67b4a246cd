/** Where the link of a lost password leads: a new one, and then sign-in as usual. */

import { type FormEvent, useState } from 'react'
import { auth } from '../../api/endpoints'
import { ApiError } from '../../api/http'
import { useWords } from '../../language/words'
import { Link, navigate } from '../../router'
import { Button } from '../../ui/button'
import { PasswordField } from '../../ui/field'
import { Notice, TroubleText } from '../../ui/notice'
import { useToasts } from '../../ui/toast'
import { useTitle } from '../../ui/use-title'
import { AuthFrame } from '../auth/auth-frame'
import { SHORTEST_PASSWORD } from '../auth/passwords'
import { useSession } from '../auth/session'
import { BackToSignIn } from './back-to-sign-in'
import { useToken } from './use-token'
import { emailWords } from './words'

export default function ResetPage() {
  const words = useWords(emailWords)
  const says = words.reset
  const [token, letGo] = useToken('reset')
  const { ask } = useSession()
  const { show } = useToasts()
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)

  useTitle(says.title)

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
      show(says.done)
      navigate('/login', { replace: true })
    } catch (failure) {
      setError(failure)
      setBusy(false)
    }
  }

  if (token === null || isDead(error)) {
    return (
      <AuthFrame title={words.deadLink} lead={says.deadLead}>
        <Notice testId="dead-link">
          {says.deadAbout((text) => (
            <Link href="/forgot" className="font-medium text-kelp underline underline-offset-4">
              {text}
            </Link>
          ))}
        </Notice>
        <BackToSignIn />
      </AuthFrame>
    )
  }
  return (
    <AuthFrame title={says.title} lead={says.lead}>
      {error !== null && (
        <Notice tone="rust" testId="reset-error">
          <TroubleText error={error} />
        </Notice>
      )}
      <form onSubmit={submit} className="flex flex-col gap-5">
        <PasswordField
          label={words.newPassword}
          name="new"
          autoComplete="new-password"
          required
          autoFocus
          minLength={SHORTEST_PASSWORD}
          hint={words.passwordHint(SHORTEST_PASSWORD)}
        />
        <label className="flex items-start gap-2.5 text-[0.9375rem] text-ink-soft">
          <input type="checkbox" name="revokesKeys" className="mt-1 accent-(--kelp)" />
          {says.revoke}
        </label>
        <Button type="submit" look="solid" aria-disabled={isBusy || undefined} className="h-11">
          {says.set}
        </Button>
      </form>
    </AuthFrame>
  )
}

function isDead(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'dead_link'
}
