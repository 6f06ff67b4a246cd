/** Where the link leads that the old address got: the account comes back, with a new password. */

import { type FormEvent, useState } from 'react'
import useSWR from 'swr'
import { email } from '../../api/endpoints'
import { useWords } from '../../language/words'
import { navigate } from '../../router'
import { Button } from '../../ui/button'
import { PasswordField } from '../../ui/field'
import { Notice, TroubleText } from '../../ui/notice'
import { useToasts } from '../../ui/toast'
import { useTitle } from '../../ui/use-title'
import { uiWords } from '../../ui/words'
import { AuthFrame } from '../auth/auth-frame'
import { SHORTEST_PASSWORD } from '../auth/passwords'
import { useSession } from '../auth/session'
import { BackToSignIn } from './back-to-sign-in'
import { isDead } from './use-follow'
import { useToken } from './use-token'
import { emailWords } from './words'

export default function UndoPage() {
  const words = useWords(emailWords)
  const says = words.undo
  const ui = useWords(uiWords)
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

  useTitle(says.title)

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
      show(says.done(seen.email), { ms: 8000 })
      navigate('/login', { replace: true })
    } catch (failure) {
      setError(failure)
      setBusy(false)
    }
  }

  if (token === null || isDead(unseen) || isDead(error)) {
    return (
      <AuthFrame title={words.deadLink} lead={says.deadLead}>
        <Notice testId="dead-link">{says.deadAbout}</Notice>
        <BackToSignIn />
      </AuthFrame>
    )
  }
  if (unseen) {
    return (
      <AuthFrame title={says.title} lead={says.unseen}>
        <Notice tone="rust" actions={<Button onClick={() => void mutate()}>{ui.tryAgain}</Button>}>
          <TroubleText error={unseen} />
        </Notice>
      </AuthFrame>
    )
  }
  if (!seen) return <AuthFrame title={says.title} lead={words.oneMoment} />
  return (
    <AuthFrame title={says.title} lead={says.lead(seen.email)}>
      {error !== null && (
        <Notice tone="rust" testId="undo-error">
          <TroubleText error={error} />
        </Notice>
      )}
      <ul className="flex list-disc flex-col gap-1.5 pl-5 text-[0.9375rem] text-ink-soft">
        <li>{says.signedOut}</li>
        {seen.takesPassword && <li>{says.unlinked}</li>}
        <li>{says.stays}</li>
      </ul>
      <form onSubmit={submit} className="flex flex-col gap-5">
        {seen.takesPassword && (
          <PasswordField
            label={words.newPassword}
            name="new"
            autoComplete="new-password"
            required
            autoFocus
            minLength={SHORTEST_PASSWORD}
            hint={says.passwordHint(SHORTEST_PASSWORD)}
          />
        )}
        <Button type="submit" look="solid" disabled={isBusy} className="h-11">
          {says.button}
        </Button>
      </form>
    </AuthFrame>
  )
}
