/** Every field of a persona: what it is told to be in front, and the rest by what it is about. */
import { type FormEvent, type ReactNode, useState } from 'react'
import { inOneLine } from '../../api/sentences'
import type { PersonaFields } from '../../api/types'
import { useWords } from '../../language/words'
import { navigate } from '../../router'
import { Button } from '../../ui/button'
import { AreaField, Field } from '../../ui/field'
import { Notice } from '../../ui/notice'
import { AnsweringFields, KnowingFields, SpeakingFields, TalkingFields, UsingFields } from './fields'
import { Profiles } from './profiles'
import { MOST_OF_KERNEL, readForm } from './read-form'
import { personaWords } from './words'

interface PersonaFormProps {
  first?: PersonaFields | undefined
  /** Nothing is stored yet: there is a way back. */
  isNew?: boolean
  says: string
  onSave: (fields: PersonaFields) => Promise<void>
}

export function PersonaForm({ first, isNew = false, says: saving, onSave }: PersonaFormProps) {
  const says = useWords(personaWords)
  const [trouble, setTrouble] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [profiles, setProfiles] = useState(first?.profiles ?? [])

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setBusy(true)
    setTrouble(null)
    try {
      await onSave(readForm(new FormData(event.currentTarget), first, profiles))
    } catch (error) {
      setTrouble(inOneLine(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <form onSubmit={(event) => void submit(event)} className="mt-6 grid max-w-2xl gap-5">
      <div className="grid gap-5 xs:grid-cols-2">
        <Field
          label={says.name}
          name="name"
          required
          maxLength={200}
          defaultValue={first?.name}
          autoComplete="off"
        />
        <Field
          label={says.description}
          name="description"
          required
          maxLength={200}
          defaultValue={first?.description}
          hint={says.descriptionHint}
          autoComplete="off"
        />
      </div>
      <AreaField
        label={says.kernel}
        name="kernel"
        required
        rows={8}
        maxLength={MOST_OF_KERNEL}
        defaultValue={first?.kernel}
        hint={says.kernelHint}
      />
      <div className="grid gap-3">
        <Part title={says.more}>
          <AnsweringFields first={first} />
        </Part>
        <Part title={says.talking}>
          <TalkingFields first={first} />
        </Part>
        <Part title={says.knowing}>
          <KnowingFields first={first} />
        </Part>
        <Part title={says.using}>
          <UsingFields first={first} />
        </Part>
        <Part title={says.speaking}>
          <SpeakingFields first={first} />
        </Part>
        <Part title={`${says.profiles} (${profiles.length})`}>
          <Profiles profiles={profiles} onChange={setProfiles} />
        </Part>
      </div>
      {trouble && (
        <Notice tone="rust">
          <p>{trouble}</p>
        </Notice>
      )}
      <div className="flex justify-end gap-2">
        {isNew && (
          <Button look="quiet" onClick={() => navigate('/personas')}>
            {says.cancel}
          </Button>
        )}
        <Button type="submit" look="solid" disabled={isBusy}>
          {saving}
        </Button>
      </div>
    </form>
  )
}

/** Closed until somebody wants it; what stands in it is sent either way. */
function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="rounded-2xl border border-line">
      <summary className="rounded-2xl px-4 py-3 font-medium text-[0.9375rem] hover:bg-sunk">{title}</summary>
      <div className="grid gap-4 px-4 pt-2 pb-5 xs:grid-cols-2">{children}</div>
    </details>
  )
}
