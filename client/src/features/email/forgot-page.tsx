/** For whoever lost their password: a link by mail, or the word whom to ask where no mail is sent. */
import { type FormEvent, useEffect, useState } from 'react'
import useSWR from 'swr'
import { auth, paths } from '../../api/endpoints'
import { Button } from '../../ui/button'
import { Field } from '../../ui/field'
import { Notice, TroubleText } from '../../ui/notice'
import { AuthFrame } from '../auth/auth-frame'
import { BackToSignIn } from './back-to-sign-in'

export default function ForgotPage() {
  const { data } = useSWR(paths.providers, auth.providers)
  const [sentTo, setSentTo] = useState<string | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)

  useEffect(() => {
    document.title = 'Forgot your password? · Holdfast'
  }, [])

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    const email = String(new FormData(event.currentTarget).get('email')).trim()
    setBusy(true)
    setError(null)
    try {
      await auth.forgotPassword(email)
      setSentTo(email)
    } catch (failure) {
      setError(failure)
    }
    setBusy(false)
  }

  if (sentTo !== null) {
    return (
      <AuthFrame title="Check your mail" lead="A link to choose a new password is on its way.">
        <Notice testId="mail-sent">
          If there is an account for <strong className="break-words font-medium">{sentTo}</strong>, a mail
          comes within a few minutes. Look among unwanted mail too. The link works once, for an hour.
        </Notice>
        <Button onClick={() => setSentTo(null)}>Use another address</Button>
        <BackToSignIn />
      </AuthFrame>
    )
  }
  return (
    <AuthFrame
      title="Forgot your password?"
      lead="It happens. Choose a new one, and everything else stays as it was."
    >
      {error !== null && (
        <Notice tone="rust" testId="forgot-error">
          <TroubleText error={error} />
        </Notice>
      )}
      {data?.sendsMail === false ? (
        <Notice testId="no-mail">
          This place sends no mail. Ask the person who runs it: they can make you a link to choose a new
          password.
        </Notice>
      ) : (
        <form onSubmit={submit} className="flex flex-col gap-5">
          <Field
            label="Email"
            name="email"
            type="email"
            autoComplete="email"
            inputMode="email"
            required
            autoFocus
            hint="The one you sign in with."
          />
          <Button type="submit" look="solid" disabled={isBusy} className="h-11">
            Send me a link
          </Button>
        </form>
      )}
      <BackToSignIn />
    </AuthFrame>
  )
}
