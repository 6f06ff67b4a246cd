import { type FormEvent, useState } from 'react'
import useSWR from 'swr'
import { email, paths } from '../../api/endpoints'
import { inOneLine } from '../../api/sentences'
import { Button } from '../../ui/button'
import { moment } from '../../ui/dates'
import { Field } from '../../ui/field'
import { Notice } from '../../ui/notice'
import { useToasts } from '../../ui/toast'
import { Refusal } from '../security/refusal'
import { Cancelled, useFresh } from '../security/use-fresh'

/** Another address: asked for here, done by the link that is sent there. One change at a time. */
export function ChangeAddress() {
  const { data: pending, mutate } = useSWR(paths.emailChange, email.pendingChange, {
    revalidateOnFocus: true,
  })
  const { show } = useToasts()
  const { run, dialog } = useFresh()
  const [isOpen, setOpen] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    const address = String(new FormData(event.currentTarget).get('email')).trim()
    setBusy(true)
    setError(null)
    try {
      await run(() => email.askForChange(address))
      setOpen(false)
      await mutate()
    } catch (failure) {
      if (!(failure instanceof Cancelled)) setError(failure)
    }
    setBusy(false)
  }

  async function giveUp() {
    try {
      await email.giveUpChange()
      show('The address stays as it is.')
    } catch (failure) {
      show(inOneLine(failure))
    }
    await mutate()
  }

  return (
    <div className="mt-4">
      {pending && !isOpen && (
        <Notice
          testId="pending-change"
          actions={
            <Button look="quiet" onClick={() => void giveUp()}>
              Keep the old one
            </Button>
          }
        >
          A link was sent to <strong className="break-words font-medium">{pending.email}</strong>. Open it in
          a browser where you are signed in, until {moment(pending.expiresAt)}; nothing changes before.
        </Notice>
      )}
      {!isOpen && (
        <Button look="quiet" className="-ml-4 mt-1" onClick={() => setOpen(true)}>
          Change address
        </Button>
      )}
      {isOpen && (
        <form onSubmit={submit} className="flex max-w-sm flex-col gap-5">
          <Refusal error={error} />
          <Field
            label="New address"
            name="email"
            type="email"
            autoComplete="email"
            inputMode="email"
            required
            autoFocus
            hint="A link is sent there. The old address is told once it is done, and can take it back for a week."
          />
          <div className="flex flex-wrap gap-2">
            <Button type="submit" look="solid" disabled={isBusy}>
              Send a link to it
            </Button>
            <Button look="quiet" onClick={() => [setOpen(false), setError(null)]}>
              Cancel
            </Button>
          </div>
        </form>
      )}
      {dialog}
    </div>
  )
}
