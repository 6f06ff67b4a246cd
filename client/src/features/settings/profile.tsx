import { type FormEvent, useState } from 'react'
import { auth } from '../../api/endpoints'
import type { Person } from '../../api/types'
import { useWords } from '../../language/words'
import { Button } from '../../ui/button'
import { Field } from '../../ui/field'
import { Notice, TroubleText } from '../../ui/notice'
import { useToasts } from '../../ui/toast'
import { useSession } from '../auth/session'
import { About } from '../memory/controls-part'
import { settingsWords } from './words'

const LONGEST_NAME = 100

export function Profile({ person }: { person: Person }) {
  return (
    <>
      <NameForm name={person.name} />
      <About />
    </>
  )
}

function NameForm({ name }: { name: string }) {
  const says = useWords(settingsWords)
  const { ask } = useSession()
  const { show } = useToasts()
  const [typed, setTyped] = useState(name)
  const [error, setError] = useState<unknown>(null)
  const isSame = typed.trim() === name

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isSame) return
    setError(null)
    try {
      await auth.rename(typed.trim())
      await ask()
      show(says.profile.named)
    } catch (failure) {
      setError(failure)
    }
  }

  return (
    <form onSubmit={submit} className="mt-7 flex flex-col gap-4">
      {error !== null && (
        <Notice tone="rust">
          <TroubleText error={error} />
        </Notice>
      )}
      <div className="flex items-start gap-3">
        <Field
          label={says.profile.name}
          hint={says.profile.nameHint}
          value={typed}
          maxLength={LONGEST_NAME}
          autoComplete="name"
          required
          onChange={(event) => setTyped(event.target.value)}
          className="min-w-0 flex-1"
        />
        <Button type="submit" aria-disabled={isSame} className="mt-6.5 h-11 aria-disabled:text-ink-faint">
          {says.save}
        </Button>
      </div>
    </form>
  )
}
