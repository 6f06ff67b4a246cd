/** Settings → Account: the way out, with everything that is one's own. */
import { type FormEvent, useState } from 'react'
import { auth } from '../../api/endpoints'
import type { Person } from '../../api/types'
import { useWords } from '../../language/words'
import { Link } from '../../router'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { Field, PasswordField } from '../../ui/field'
import { Notice, TroubleText } from '../../ui/notice'
import { useToasts } from '../../ui/toast'
import { uiWords } from '../../ui/words'
import { useSession } from '../auth/session'
import { useChats } from '../chats/chats-provider'
import { Section } from './section'
import { settingsWords } from './words'

export function DeleteAccount({ person }: { person: Person }) {
  const says = useWords(settingsWords).leaving
  const [isAsking, setAsking] = useState(false)
  return (
    <Section
      title={says.title}
      lead={
        <>
          {says.lead}{' '}
          <Link href="/memory?part=controls" className="text-kelp underline underline-offset-4">
            {says.takeFirst}
          </Link>
        </>
      }
    >
      <Button look="warning" onClick={() => setAsking(true)}>
        {says.open}
      </Button>
      {isAsking && <Asked email={person.email} onClose={() => setAsking(false)} />}
    </Section>
  )
}

const FORM = 'delete-account'

function Asked({ email, onClose }: { email: string | null; onClose: () => void }) {
  const says = useWords(settingsWords).leaving
  const { cancel } = useWords(uiWords)
  const { signOut } = useSession()
  const { settle } = useChats()
  const { show } = useToasts()
  const [error, setError] = useState<unknown>(null)
  const [isOther, setOther] = useState(false)
  const [isBusy, setBusy] = useState(false)

  async function leave(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    const form = new FormData(event.currentTarget)
    const typed = String(form.get('email') ?? '').trim()
    if (email !== null && typed.toLowerCase() !== email.toLowerCase()) return setOther(true)
    setBusy(true)
    setError(null)
    try {
      await settle()
      await auth.leave(String(form.get('password')))
      await signOut()
      show(says.deleted)
    } catch (failure) {
      setError(failure)
      setBusy(false)
    }
  }

  return (
    <Dialog
      title={says.asked}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{cancel}</Button>
          <Button look="danger" type="submit" form={FORM} aria-disabled={isBusy || undefined}>
            {says.delete}
          </Button>
        </>
      }
    >
      <p>{says.means}</p>
      <form id={FORM} onSubmit={leave} className="mt-4 flex flex-col gap-4 text-ink">
        {error !== null && (
          <Notice tone="rust">
            <TroubleText error={error} />
          </Notice>
        )}
        {email !== null && (
          <Field
            label={says.email}
            name="email"
            type="email"
            autoComplete="off"
            required
            error={isOther ? says.isOther : null}
            onChange={() => setOther(false)}
          />
        )}
        <PasswordField
          label={says.password}
          name="password"
          autoComplete="current-password"
          hint={says.passwordHint}
        />
      </form>
    </Dialog>
  )
}
