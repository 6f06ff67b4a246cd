import { type FormEvent, useState } from 'react'
import useSWR from 'swr'
import { email, paths } from '../../api/endpoints'
import { inOneLine } from '../../api/sentences'
import { useWords } from '../../language/words'
import { Button } from '../../ui/button'
import { moment } from '../../ui/dates'
import { Field } from '../../ui/field'
import { Notice } from '../../ui/notice'
import { useToasts } from '../../ui/toast'
import { uiWords } from '../../ui/words'
import { Refusal } from '../security/refusal'
import { Cancelled, useFresh } from '../security/use-fresh'
import { emailWords } from './words'

/** Another address: asked for here, done by the link that is sent there. One change at a time. */
export function ChangeAddress() {
  const ui = useWords(uiWords)
  const says = useWords(emailWords).change
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
      show(says.kept)
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
              {says.keep}
            </Button>
          }
        >
          {says.pending(
            <strong className="break-words font-medium">{pending.email}</strong>,
            moment(pending.expiresAt),
          )}
        </Notice>
      )}
      {!isOpen && (
        <Button look="quiet" className="-ml-4 mt-1" onClick={() => setOpen(true)}>
          {says.button}
        </Button>
      )}
      {isOpen && (
        <form onSubmit={submit} className="flex max-w-sm flex-col gap-5">
          <Refusal error={error} />
          <Field
            label={says.address}
            name="email"
            type="email"
            autoComplete="email"
            inputMode="email"
            required
            autoFocus
            hint={says.hint}
          />
          <div className="flex flex-wrap gap-2">
            <Button type="submit" look="solid" disabled={isBusy}>
              {says.send}
            </Button>
            <Button look="quiet" onClick={() => [setOpen(false), setError(null)]}>
              {ui.cancel}
            </Button>
          </div>
        </form>
      )}
      {dialog}
    </div>
  )
}
