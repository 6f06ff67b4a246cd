import { type FormEvent, useState } from 'react'
import { organizations } from '../../api/endpoints'
import { useWords } from '../../language/words'
import { navigate } from '../../router'
import { Button } from '../../ui/button'
import { Field } from '../../ui/field'
import { Notice, TroubleText } from '../../ui/notice'
import { keepCode } from '../join/code'
import { Section } from '../settings/section'
import { useOrganizationChanged } from './use-organization'
import { organizationWords } from './words'

export const LONGEST_NAME = 200

export function NoOrganization() {
  const says = useWords(organizationWords).none
  return (
    <>
      <p className="mt-8 max-w-prose text-ink-soft">{says.lead}</p>
      <Section title={says.create} lead={says.createLead}>
        <CreateForm />
      </Section>
      <Section title={says.join} lead={says.joinLead}>
        <CodeForm />
      </Section>
    </>
  )
}

function CreateForm() {
  const says = useWords(organizationWords).none
  const organizationChanged = useOrganizationChanged()
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    const name = String(new FormData(event.currentTarget).get('name')).trim()
    setBusy(true)
    setError(null)
    try {
      await organizations.create(name)
    } catch (failure) {
      setError(failure)
    }
    setBusy(false)
    // Also after a failure: whoever is told that they are in one already should see which.
    await organizationChanged()
  }

  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      {error !== null && (
        <Notice tone="rust">
          <TroubleText error={error} />
        </Notice>
      )}
      <div className="flex flex-wrap items-end gap-3">
        <Field
          label={says.name}
          name="name"
          required
          maxLength={LONGEST_NAME}
          autoComplete="organization"
          placeholder={says.nameExample}
          className="min-w-0 flex-1 basis-64"
        />
        <Button type="submit" look="solid" disabled={isBusy} className="h-11">
          {says.createButton}
        </Button>
      </div>
    </form>
  )
}

/** The code goes the way of a link: the page that shows who invites to what is the same. */
function CodeForm() {
  const says = useWords(organizationWords).none
  const [typed, setTyped] = useState('')

  function submit(event: FormEvent) {
    event.preventDefault()
    if (keepCode(typed)) navigate('/join')
  }

  return (
    <form onSubmit={submit} className="flex flex-wrap items-end gap-3">
      <Field
        label={says.code}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        required
        maxLength={300}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        placeholder="ABC 234"
        className="min-w-0 flex-1 basis-64"
      />
      <Button type="submit" className="h-11">
        {says.look}
      </Button>
    </form>
  )
}
