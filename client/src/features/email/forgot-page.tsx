/** For whoever lost their password: a link by mail, or the word whom to ask where no mail is sent. */

import { type FormEvent, useState } from 'react'
import useSWR from 'swr'
import { auth, paths } from '../../api/endpoints'
import { useWords } from '../../language/words'
import { Button } from '../../ui/button'
import { Field } from '../../ui/field'
import { Notice, TroubleText } from '../../ui/notice'
import { useTitle } from '../../ui/use-title'
import { AuthFrame } from '../auth/auth-frame'
import { BackToSignIn } from './back-to-sign-in'
import { emailWords } from './words'

export default function ForgotPage() {
  const words = useWords(emailWords)
  const says = words.forgot
  const { data } = useSWR(paths.providers, auth.providers)
  const [sentTo, setSentTo] = useState<string | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)

  useTitle(says.title)

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
      <AuthFrame title={says.sent} lead={says.sentLead}>
        <Notice testId="mail-sent">
          {says.sentAbout(<strong className="break-words font-medium">{sentTo}</strong>)}
        </Notice>
        <Button onClick={() => setSentTo(null)}>{says.another}</Button>
        <BackToSignIn />
      </AuthFrame>
    )
  }
  return (
    <AuthFrame title={says.title} lead={says.lead}>
      {error !== null && (
        <Notice tone="rust" testId="forgot-error">
          <TroubleText error={error} />
        </Notice>
      )}
      {data?.sendsMail === false ? (
        <Notice testId="no-mail">{says.noMail}</Notice>
      ) : (
        <form onSubmit={submit} className="flex flex-col gap-5">
          <Field
            label={words.email}
            name="email"
            type="email"
            autoComplete="email"
            inputMode="email"
            required
            autoFocus
            hint={says.hint}
          />
          <Button type="submit" look="solid" disabled={isBusy} className="h-11">
            {says.send}
          </Button>
        </form>
      )}
      <BackToSignIn />
    </AuthFrame>
  )
}
