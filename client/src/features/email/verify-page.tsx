/** Where the link leads that was sent to one's own address. Whoever is not signed in does that first. */

import { useCallback } from 'react'
import { email } from '../../api/endpoints'
import type { Person } from '../../api/types'
import { useWords } from '../../language/words'
import { Link, navigate } from '../../router'
import { Button } from '../../ui/button'
import { Notice, TroubleText } from '../../ui/notice'
import { useTitle } from '../../ui/use-title'
import { uiWords } from '../../ui/words'
import { AuthFrame } from '../auth/auth-frame'
import { useSession } from '../auth/session'
import { useSendLink } from './banner/use-send-link'
import { useFollow } from './use-follow'
import { emailWords } from './words'

export default function VerifyPage({ person }: { person: Person }) {
  const words = useWords(emailWords)
  const says = words.verify
  const ui = useWords(uiWords)
  const { ask } = useSession()
  const follow = useCallback(
    async (token: string) => {
      await email.verify(token)
      await ask()
    },
    [ask],
  )
  const followed = useFollow('verify', follow)

  useTitle(says.title)

  if (followed.status === 'busy') return <AuthFrame title={says.title} lead={words.oneMoment} />
  if (followed.status === 'refused') {
    return (
      <AuthFrame title={says.title} lead={says.failed}>
        <Notice
          tone="rust"
          testId="verify-error"
          actions={<Button onClick={followed.again}>{ui.tryAgain}</Button>}
        >
          <TroubleText error={followed.error} />
        </Notice>
      </AuthFrame>
    )
  }
  if (followed.status === 'done' || person.emailState === 'verified') {
    return (
      <AuthFrame title={says.done} lead={says.doneLead(person.email ?? person.name)}>
        <Button look="solid" className="h-11" onClick={() => navigate('/', { replace: true })}>
          {words.toChats}
        </Button>
      </AuthFrame>
    )
  }
  return <Dead person={person} />
}

function Dead({ person }: { person: Person }) {
  const words = useWords(emailWords)
  const says = words.verify
  const { send, isBusy } = useSendLink(person.email ?? '')
  return (
    <AuthFrame title={words.deadLink} lead={says.deadLead}>
      <Notice testId="dead-link">
        {says.signedInAs(<strong className="break-words font-medium">{person.email ?? person.name}</strong>)}
      </Notice>
      {person.email && (
        <Button look="solid" className="h-11" disabled={isBusy} onClick={() => void send()}>
          {words.verify.sendNew}
        </Button>
      )}
      <Link href="/" className="text-[0.9375rem] text-kelp underline underline-offset-4">
        {words.toChats}
      </Link>
    </AuthFrame>
  )
}
