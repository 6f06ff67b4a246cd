/** Where the link leads that was sent to a new address. Whoever is not signed in does that first. */
import { useCallback, useEffect } from 'react'
import { email } from '../../api/endpoints'
import { ApiError } from '../../api/http'
import { Link, navigate } from '../../router'
import { Button } from '../../ui/button'
import { Notice, TroubleText } from '../../ui/notice'
import { AuthFrame } from '../auth/auth-frame'
import { useSession } from '../auth/session'
import { useFollow } from './use-follow'

export default function ChangePage() {
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

  useEffect(() => {
    document.title = 'Your new address · Holdfast'
  }, [])

  switch (followed.status) {
    case 'busy':
      return <AuthFrame title="Your new address" lead="One moment…" />
    case 'done':
      return (
        <AuthFrame title="Your address is changed" lead={`From now on you sign in with ${followed.result}.`}>
          <p className="text-[0.9375rem] text-ink-soft">
            If your old address was confirmed, it was told, and can take the account back for seven days.
          </p>
          <Button look="solid" className="h-11" onClick={() => navigate('/settings', { replace: true })}>
            Go to your settings
          </Button>
        </AuthFrame>
      )
    case 'refused':
      return (
        <AuthFrame title="Your address is as it was" lead="This did not work.">
          <Notice
            tone="rust"
            testId="change-error"
            actions={
              isTaken(followed.error) ? undefined : <Button onClick={followed.again}>Try again</Button>
            }
          >
            {isTaken(followed.error) ? (
              <p>Another account has this address by now. Sign in to that one, or choose another address.</p>
            ) : (
              <TroubleText error={followed.error} />
            )}
          </Notice>
          <ToSettings />
        </AuthFrame>
      )
    case 'dead':
      return (
        <AuthFrame
          title="This link no longer works"
          lead="It was used already, is older than a day, was replaced by a later one, or belongs to another account."
        >
          <Notice testId="dead-link">Nothing was changed by it. Ask for a new one in your settings.</Notice>
          <ToSettings />
        </AuthFrame>
      )
  }
}

function ToSettings() {
  return (
    <Link href="/settings" className="text-[0.9375rem] text-kelp underline underline-offset-4">
      Go to your settings
    </Link>
  )
}

function isTaken(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'email_taken'
}
