/** Where the link leads that was sent to one's own address. Whoever is not signed in does that first. */
import { useCallback, useEffect } from 'react'
import { email } from '../../api/endpoints'
import type { Person } from '../../api/types'
import { Link, navigate } from '../../router'
import { Button } from '../../ui/button'
import { Notice, TroubleText } from '../../ui/notice'
import { AuthFrame } from '../auth/auth-frame'
import { useSession } from '../auth/session'
import { useFollow } from './use-follow'
import { useSendLink } from './use-send-link'

export default function VerifyPage({ person }: { person: Person }) {
  const { ask } = useSession()
  const follow = useCallback(
    async (token: string) => {
      await email.verify(token)
      await ask()
    },
    [ask],
  )
  const followed = useFollow('verify', follow)

  useEffect(() => {
    document.title = 'Confirm your address · Holdfast'
  }, [])

  if (followed.status === 'busy') return <AuthFrame title="Confirm your address" lead="One moment…" />
  if (followed.status === 'refused') {
    return (
      <AuthFrame title="Confirm your address" lead="This did not work yet.">
        <Notice
          tone="rust"
          testId="verify-error"
          actions={<Button onClick={followed.again}>Try again</Button>}
        >
          <TroubleText error={followed.error} />
        </Notice>
      </AuthFrame>
    )
  }
  if (followed.status === 'done' || person.emailState === 'verified') {
    return (
      <AuthFrame title="Your address is confirmed" lead={`${person.email} is yours, and counts from now on.`}>
        <Button look="solid" className="h-11" onClick={() => navigate('/', { replace: true })}>
          Go to your chats
        </Button>
      </AuthFrame>
    )
  }
  return <Dead person={person} />
}

function Dead({ person }: { person: Person }) {
  const { send, isBusy } = useSendLink(person.email ?? '')
  return (
    <AuthFrame
      title="This link no longer works"
      lead="It was used already, is older than three days, or belongs to another account or address."
    >
      <Notice testId="dead-link">
        You are signed in as{' '}
        <strong className="break-words font-medium">{person.email ?? person.name}</strong>.
      </Notice>
      {person.email && (
        <Button look="solid" className="h-11" disabled={isBusy} onClick={() => void send()}>
          Send a new link
        </Button>
      )}
      <Link href="/" className="text-[0.9375rem] text-kelp underline underline-offset-4">
        Go to your chats
      </Link>
    </AuthFrame>
  )
}
