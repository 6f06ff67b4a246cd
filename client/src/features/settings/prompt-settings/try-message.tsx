import { type FormEvent, useState } from 'react'
import { promptSettings as api } from '../../../api/endpoints'
import type { TriedWay } from '../../../api/types'
import { useWords } from '../../../language/words'
import { Button } from '../../../ui/button'
import { Field } from '../../../ui/field'
import { Notice, TroubleText } from '../../../ui/notice'
import { promptWords } from './words'

/** How a message would be routed by what is saved. Nothing is said to anybody. */
export function TryMessage({ isDirty }: { isDirty: boolean }) {
  const says = useWords(promptWords)
  const [tried, setTried] = useState<TriedWay | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const text = String(new FormData(event.currentTarget).get('text'))
    setBusy(true)
    setError(null)
    try {
      setTried(await api.try(text))
    } catch (failure) {
      setTried(null)
      setError(failure)
    } finally {
      setBusy(false)
    }
  }

  return (
    <form onSubmit={submit} className="rounded-xl border border-line p-5">
      <div className="flex flex-wrap items-end gap-3">
        <Field
          label={says.tryOne}
          name="text"
          required
          maxLength={20_000}
          placeholder={says.tryExample}
          className="min-w-0 flex-1 basis-60"
        />
        <Button type="submit" className="min-h-11" disabled={isBusy}>
          {says.try}
        </Button>
      </div>
      {isDirty && <p className="mt-2 text-amber text-sm">{says.triedWithSaved}</p>}
      {error !== null && (
        <div className="mt-3">
          <Notice tone="rust">
            <TroubleText error={error} />
          </Notice>
        </div>
      )}
      {tried && (
        <p role="status" data-testid="tried" className="mt-3 text-[0.9375rem] text-ink-soft">
          <strong className="font-medium text-ink">
            {tried.kind === 'actionable' ? says.actionableWay : says.conversationalWay}
          </strong>
          {says.tried(tried.reason, tried.canRule)}{' '}
          <span className="text-ink-faint">{says.byVersion(tried.version)}</span>
        </p>
      )}
    </form>
  )
}
