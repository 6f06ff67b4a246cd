import { type FormEvent, useState } from 'react'
import { useSWRConfig } from 'swr'
import { auth, paths } from '../../api/endpoints'
import { ApiError } from '../../api/http'
import { useWords } from '../../language/words'
import { Button } from '../../ui/button'
import { PasswordField } from '../../ui/field'
import { Notice, TroubleText } from '../../ui/notice'
import { useToasts } from '../../ui/toast'
import { settingsWords } from './words'

export function PasswordForm({ email }: { email: string }) {
  const says = useWords(settingsWords).password
  const { show } = useToasts()
  const { mutate } = useSWRConfig()
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    const element = event.currentTarget
    const form = new FormData(element)
    setBusy(true)
    setError(null)
    try {
      const revokesKeys = form.get('revokesKeys') === 'on'
      await auth.changePassword(String(form.get('current')), String(form.get('new')), revokesKeys)
      element.reset()
      show(says.changed)
      // The others are signed out by now, and the lists below should say so.
      await Promise.all([mutate(paths.signIns), revokesKeys && mutate(paths.keys)])
    } catch (failure) {
      setError(failure)
    } finally {
      setBusy(false)
    }
  }

  const isWrong = error instanceof ApiError && (error.status === 401 || error.status === 403)
  return (
    <form onSubmit={submit} className="flex max-w-sm flex-col gap-5">
      {/* Lets password managers know whose password this is. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      {error !== null && (
        <Notice tone="rust">{isWrong ? <p>{says.isWrong}</p> : <TroubleText error={error} />}</Notice>
      )}
      <PasswordField label={says.current} name="current" autoComplete="current-password" required />
      <PasswordField
        label={says.fresh}
        name="new"
        autoComplete="new-password"
        required
        minLength={8}
        hint={says.hint}
      />
      <label className="flex items-start gap-2.5 text-[0.9375rem] text-ink-soft">
        <input type="checkbox" name="revokesKeys" className="mt-1 accent-(--kelp)" />
        {says.revokesKeys}
      </label>
      <div>
        <Button type="submit" aria-disabled={isBusy || undefined}>
          {says.change}
        </Button>
      </div>
    </form>
  )
}
