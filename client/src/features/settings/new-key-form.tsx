import { type FormEvent, useState } from 'react'
import type { NewApiKey, Scope } from '../../api/types'
import { Button } from '../../ui/button'
import { Field } from '../../ui/field'
import { Notice, TroubleText } from '../../ui/notice'

interface Area {
  name: 'chat' | 'memory'
  label: string
  usual: Scope | ''
  choices: { value: Scope | ''; label: string }[]
}

/** Reading is offered before both: a key that leaks should open as little as it can. */
const AREAS: Area[] = [
  {
    name: 'chat',
    label: 'Chats',
    usual: 'chat',
    choices: [
      { value: '', label: 'Nothing' },
      { value: 'chat:read', label: 'Read them' },
      { value: 'chat:write', label: 'Ask, change and delete' },
      { value: 'chat', label: 'Both' },
    ],
  },
  {
    name: 'memory',
    label: 'Memory',
    usual: '',
    choices: [
      { value: '', label: 'Nothing' },
      { value: 'memory:read', label: 'Read what is remembered' },
      { value: 'memory:write', label: 'Add, change and forget' },
      { value: 'memory', label: 'Both' },
    ],
  },
]

const LIVES: { label: string; days: number | null }[] = [
  { label: '30 days', days: 30 },
  { label: '90 days', days: 90 },
  { label: '1 year', days: 365 },
  { label: 'No end', days: null },
]

interface NewKeyFormProps {
  create: (name: string, scopes: Scope[], expiresAt: string | null) => Promise<NewApiKey>
  onMade: (made: NewApiKey) => void
}

export function NewKeyForm({ create, onMade }: NewKeyFormProps) {
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const [isIdle, setIdle] = useState(false)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const element = event.currentTarget
    const form = new FormData(element)
    const days = Number(form.get('days'))
    const expiresAt = days ? new Date(Date.now() + days * 86_400_000).toISOString() : null
    const scopes = form.getAll('scope').filter(Boolean) as Scope[]
    setIdle(scopes.length === 0)
    if (scopes.length === 0) return
    setBusy(true)
    setError(null)
    try {
      onMade(await create(String(form.get('name')).trim(), scopes, expiresAt))
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
        <div className="grid gap-4 sm:grid-cols-2">
          {AREAS.map(({ name, label, usual, choices }) => (
            <label key={name} className="block">
              <span className="mb-1.5 block text-ink-soft text-sm">{label}</span>
              <select
                name="scope"
                defaultValue={usual}
                className="h-11 w-full rounded-lg border border-line-strong bg-raised px-3 text-base"
              >
                {choices.map((choice) => (
                  <option key={choice.value} value={choice.value}>
                    {choice.label}
                  </option>
                ))}
              </select>
            </label>
          ))}
        </div>
        {isIdle && (
          <p role="alert" className="mt-1.5 text-rust text-sm">
            A key that may do nothing opens nothing. Choose at least one.
          </p>
        )}
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
