import { type FormEvent, useState } from 'react'
import type { KeyWish, NewApiKey, Scope } from '../../api/types'
import { useWords } from '../../language/words'
import { Button } from '../../ui/button'
import { Field } from '../../ui/field'
import { Notice, TroubleText } from '../../ui/notice'
import { Select } from '../../ui/select'
import { KeyLimits, limitsIn } from './key-limits'
import { type SettingsWords, settingsWords } from './words'

type KeyWords = SettingsWords['keys']

interface Area {
  name: 'chat' | 'memory'
  label: (says: KeyWords) => string
  usual: Scope | ''
  choices: { value: Scope | ''; label: (says: KeyWords) => string }[]
}

/** Reading is offered before both: a key that leaks should open as little as it can. */
const AREAS: Area[] = [
  {
    name: 'chat',
    label: (says) => says.chats,
    usual: 'chat',
    choices: [
      { value: '', label: (says) => says.nothing },
      { value: 'chat:read', label: (says) => says.readChats },
      { value: 'chat:write', label: (says) => says.writeChats },
      { value: 'chat', label: (says) => says.both },
    ],
  },
  {
    name: 'memory',
    label: (says) => says.memory,
    usual: '',
    choices: [
      { value: '', label: (says) => says.nothing },
      { value: 'memory:read', label: (says) => says.readMemory },
      { value: 'memory:write', label: (says) => says.writeMemory },
      { value: 'memory', label: (says) => says.both },
    ],
  },
]

const LIVES = [
  { days: 30, label: 'days30' },
  { days: 90, label: 'days90' },
  { days: 365, label: 'year' },
  { days: null, label: 'forever' },
] as const

interface NewKeyFormProps {
  create: (wish: KeyWish) => Promise<NewApiKey>
  onMade: (made: NewApiKey) => void
}

export function NewKeyForm({ create, onMade }: NewKeyFormProps) {
  const says = useWords(settingsWords).keys
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
      onMade(await create({ name: String(form.get('name')).trim(), scopes, expiresAt, ...limitsIn(form) }))
      element.reset()
    } catch (failure) {
      setError(failure)
    } finally {
      setBusy(false)
    }
  }

  return (
    <form
      onSubmit={submit}
      aria-label={says.fresh}
      className="flex flex-col gap-5 rounded-xl border border-line p-5"
    >
      {error !== null && (
        <Notice tone="rust">
          <TroubleText error={error} />
        </Notice>
      )}
      <Field label={says.name} name="name" required maxLength={100} placeholder={says.nameExample} />
      <fieldset>
        <legend className="mb-1.5 font-medium text-sm">{says.what}</legend>
        <div className="grid gap-4 sm:grid-cols-2">
          {AREAS.map(({ name, label, usual, choices }) => (
            <Select key={name} label={label(says)} isMinor name="scope" defaultValue={usual}>
              {choices.map((choice) => (
                <option key={choice.value} value={choice.value}>
                  {choice.label(says)}
                </option>
              ))}
            </Select>
          ))}
        </div>
        {isIdle && (
          <p role="alert" className="mt-1.5 text-rust text-sm">
            {says.idle}
          </p>
        )}
      </fieldset>
      <KeyLimits />
      <div className="flex flex-wrap items-end justify-between gap-4">
        <Select label={says.lasts} name="days" defaultValue="90" className="w-40">
          {LIVES.map(({ label, days }) => (
            <option key={label} value={days ?? ''}>
              {says[label]}
            </option>
          ))}
        </Select>
        <Button type="submit" look="solid" disabled={isBusy}>
          {says.create}
        </Button>
      </div>
    </form>
  )
}
