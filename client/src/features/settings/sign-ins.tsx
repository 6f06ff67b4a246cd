import useSWR from 'swr'
import { auth, paths } from '../../api/endpoints'
import { inOneLine } from '../../api/sentences'
import type { SignIn } from '../../api/types'
import { useWords } from '../../language/words'
import { Button } from '../../ui/button'
import { moment } from '../../ui/dates'
import { Notice, TroubleText } from '../../ui/notice'
import { useToasts } from '../../ui/toast'
import { inWords } from './user-agent'
import { settingsWords } from './words'

/** Every browser that is signed in as this person. One that is not theirs can be put out at once. */
export function SignIns() {
  const { again, devices: says } = useWords(settingsWords)
  const { data, error, mutate } = useSWR(paths.signIns, auth.signIns)
  const { show } = useToasts()

  async function end(signIn: SignIn) {
    try {
      await auth.endSignIn(signIn.id)
      show(says.ended(inWords(signIn.userAgent)))
    } catch (failure) {
      show(inOneLine(failure))
    }
    // Also after a failure: it may have ended by itself meanwhile.
    await mutate()
  }

  if (error) {
    return (
      <Notice tone="rust" actions={<Button onClick={() => void mutate()}>{again}</Button>}>
        <TroubleText error={error} />
      </Notice>
    )
  }
  if (!data) return null
  return (
    <ul aria-label={says.list} className="mb-5 divide-y divide-line border-line border-y">
      {data.map((signIn) => (
        <li key={signIn.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3">
          <div className="min-w-0 flex-1 basis-60">
            <p className="truncate font-medium" title={signIn.userAgent}>
              {inWords(signIn.userAgent)}
            </p>
            <p className="text-ink-faint text-sm">
              {signIn.isCurrent ? says.thisOne : says.lastSeen(moment(signIn.lastSeenAt))} ·{' '}
              {says.signedIn(moment(signIn.createdAt))}
            </p>
          </div>
          {!signIn.isCurrent && (
            <Button
              onClick={() => void end(signIn)}
              aria-label={says.endOne(inWords(signIn.userAgent), moment(signIn.lastSeenAt))}
            >
              {says.end}
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
