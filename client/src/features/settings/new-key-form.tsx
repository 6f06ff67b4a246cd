import { type FormEvent, useState } from 'react'
import { keys as api } from '../../api/endpoints'
import type { NewApiKey, Scope } from '../../api/types'
import { Button } from '../../ui/button'
import { Field } from '../../ui/field'
import { Notice, TroubleText } from '../../ui/notice'

const SCOPES: { value: Scope; label: string; hint: string }[] = [
  { value: 'chat', label: 'Chat', hint: 'Ask questions and read answers' },
  { value: 'memory', label: 'Memory', hint: 'Read and write what is remembered about you' },
]

const LIVES: { label: string; days: number | null }[] = [
  { label: '30 days', days: 30 },
  { label: '90 days', days: 90 },
  { label: '1 year', days: 365 },
  { label: 'No end', days: null },
]

export function NewKeyForm({ onMade }: { onMade: (made: NewApiKey) => void }) {
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const element = event.currentTarget
    const form = new FormData(element)
    const days = Number(form.get('days'))
    const expiresAt = days ? new Date(Date.now() + days * 86_400_000).toISOString() : null
    setBusy(true)
    setError(null)
    try {
      onMade(await api.create(String(form.get('name')).trim(), form.getAll('scope') as Scope[], expiresAt))
      element.reset()
    } catch (failure) {
      setError(failure)
    } finally {
      setBusy(false)
    }
  }

  return (
    <form onSubmit={submit} className="flex flex-col gap-5 rounded-xl border border-line p-5">
      {error !== null && (
        <Notice tone="rust">
          <TroubleText error={error} />
        </Notice>
      )}
      <Field label="Name of the key" name="name" required maxLength={100} placeholder="Backup script" />
      <fieldset>
        <legend className="mb-1.5 font-medium text-sm">What it may do</legend>
        {SCOPES.map(({ value, label, hint }) => (
          <label key={value} className="flex items-start gap-2.5 py-1.5 text-[0.9375rem]">
            <input
              type="checkbox"
              name="scope"
              value={value}
              defaultChecked={value === 'chat'}
              className="mt-1 size-4 accent-(--kelp)"
            />
            <span>
              {label} <span className="text-ink-faint">· {hint}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <div className="flex flex-wrap items-end justify-between gap-4">
        <label className="block">
          <span className="mb-1.5 block font-medium text-sm">Lasts</span>
          <select
            name="days"
            defaultValue="90"
            className="h-11 rounded-lg border border-line-strong bg-raised px-3 text-base"
          >
            {LIVES.map(({ label, days }) => (
              <option key={label} value={days ?? ''}>
                {label}
              </option>
            ))}
          </select>
        </label>
        <Button type="submit" look="solid" disabled={isBusy}>
          Create key
        </Button>
      </div>
    </form>
  )
}
