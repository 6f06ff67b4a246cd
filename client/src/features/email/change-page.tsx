/** Where the link leads that was sent to a new address. Whoever is not signed in does that first. */

import { useCallback } from 'react'
import { email } from '../../api/endpoints'
import { ApiError } from '../../api/http'
import { useWords } from '../../language/words'
import { Link, navigate } from '../../router'
import { Button } from '../../ui/button'
import { Notice, TroubleText } from '../../ui/notice'
import { useTitle } from '../../ui/use-title'
import { uiWords } from '../../ui/words'
import { AuthFrame } from '../auth/auth-frame'
import { useSession } from '../auth/session'
import { useFollow } from './use-follow'
import { emailWords } from './words'

export default function ChangePage() {
  const words = useWords(emailWords)
  const says = words.change
  const ui = useWords(uiWords)
  const { ask } = useSession()
  const follow = useCallback(
    async (token: string) => {
      const me = await email.finishChange(token)
      await ask()
      return me.email
    },
    [ask],
  )
  const followed = useFollow('change', follow)

  useTitle(says.title)

  switch (followed.status) {
    case 'busy':
      return <AuthFrame title={says.title} lead={words.oneMoment} />
    case 'done':
      return (
        <AuthFrame title={says.done} lead={says.doneLead(followed.result ?? '')}>
          <p className="text-[0.9375rem] text-ink-soft">{says.doneAbout}</p>
          <Button
            look="solid"
            className="h-11"
            onClick={() => navigate('/settings/account', { replace: true })}
          >
            {words.toSettings}
          </Button>
        </AuthFrame>
      )
    case 'refused':
      return (
        <AuthFrame title={says.failed} lead={says.failedLead}>
          <Notice
            tone="rust"
            testId="change-error"
            actions={
              isTaken(followed.error) ? undefined : <Button onClick={followed.again}>{ui.tryAgain}</Button>
            }
          >
            {isTaken(followed.error) ? <p>{says.taken}</p> : <TroubleText error={followed.error} />}
          </Notice>
          <ToSettings />
        </AuthFrame>
      )
    case 'dead':
      return (
        <AuthFrame title={words.deadLink} lead={says.deadLead}>
          <Notice testId="dead-link">{says.deadAbout}</Notice>
          <ToSettings />
        </AuthFrame>
      )
  }
}

function ToSettings() {
  return (
    <Link href="/settings/account" className="text-[0.9375rem] text-kelp underline underline-offset-4">
      {useWords(emailWords).toSettings}
    </Link>
  )
}

function isTaken(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'email_taken'
}
