/** The sides of a persona: each joins its words and reads knowledge of its own. */
import type { PersonaProfile } from '../../api/types'
import { useWords } from '../../language/words'
import { Button } from '../../ui/button'
import { AreaField, Field } from '../../ui/field'
import { PlusIcon } from '../../ui/icons'
import { idFor } from './read-form'
import { personaWords } from './words'

interface ProfilesProps {
  profiles: PersonaProfile[]
  onChange: (profiles: PersonaProfile[]) => void
}

export function Profiles({ profiles, onChange }: ProfilesProps) {
  const says = useWords(personaWords)
  const put = (place: number, change: Partial<PersonaProfile>) =>
    onChange(profiles.map((one, at) => (at === place ? { ...one, ...change } : one)))

  function add() {
    const id = idFor(
      says.profile(profiles.length + 1),
      profiles.map((one) => one.id),
    )
    const namespace = idFor(
      id,
      profiles.map((one) => one.namespace),
    )
    onChange([...profiles, { id, name: '', description: '', text: '', namespace }])
  }

  return (
    <div className="grid gap-5 xs:col-span-2">
      <p className="text-pretty text-ink-soft text-sm">{says.profilesLead}</p>
      {profiles.map((one, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: every other name of it can be changed here
        <fieldset key={place} className="grid gap-4 rounded-xl border border-line p-4 xs:grid-cols-2">
          <legend className="px-1 font-medium text-sm">{one.name || says.profile(place + 1)}</legend>
          <Field
            label={says.profileName}
            required
            maxLength={200}
            value={one.name}
            onChange={(event) => put(place, { name: event.target.value })}
            autoComplete="off"
          />
          <Field
            label={says.profileDescription}
            required
            maxLength={200}
            value={one.description}
            onChange={(event) => put(place, { description: event.target.value })}
            autoComplete="off"
          />
          <div className="xs:col-span-2">
            <AreaField
              label={says.profileText}
              required
              maxLength={8000}
              rows={3}
              value={one.text}
              onChange={(event) => put(place, { text: event.target.value })}
              hint={says.profileTextHint}
            />
          </div>
          <Field
            label={says.profileId}
            required
            maxLength={64}
            value={one.id}
            onChange={(event) => put(place, { id: event.target.value })}
            hint={says.profileIdHint}
            autoComplete="off"
          />
          <Field
            label={says.profileNamespace}
            required
            maxLength={64}
            value={one.namespace}
            onChange={(event) => put(place, { namespace: event.target.value })}
            hint={says.profileNamespaceHint}
            autoComplete="off"
          />
          <div className="flex justify-end xs:col-span-2">
            <Button onClick={() => onChange(profiles.filter((_, at) => at !== place))}>
              {says.profileRemove}
            </Button>
          </div>
        </fieldset>
      ))}
      <div>
        <Button onClick={add}>
          <PlusIcon /> {says.profileAdd}
        </Button>
      </div>
    </div>
  )
}
