import { type FormEvent, useState } from 'react'
import { organizations } from '../../api/endpoints'
import { navigate } from '../../router'
import { Button } from '../../ui/button'
import { Field } from '../../ui/field'
import { Notice, TroubleText } from '../../ui/notice'
import { keepCode } from '../join/code'
import { Section } from '../settings/section'
import { useOrganizationChanged } from './use-organization'

export const LONGEST_NAME = 200

export function NoOrganization() {
  return (
    <>
      <p className="mt-8 max-w-prose text-ink-soft">
        You are in no organization. People in one share its plan, and later personas and documents. What is
        yours stays yours: nobody else sees your chats, memory or files.
      </p>
      <Section title="Create one" lead="You become its owner and can invite others.">
        <CreateForm />
      </Section>
      <Section title="Join one" lead="With the code or the link somebody gave you.">
        <CodeForm />
      </Section>
    </>
  )
}

function CreateForm() {
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
          label="Name of the organization"
          name="name"
          required
          maxLength={LONGEST_NAME}
          autoComplete="organization"
          placeholder="Harbour Works"
          className="min-w-0 flex-1 basis-64"
        />
        <Button type="submit" look="solid" disabled={isBusy} className="h-11">
          Create organization
        </Button>
      </div>
    </form>
  )
}

/** The code goes the way of a link: the page that shows who invites to what is the same. */
function CodeForm() {
  const [typed, setTyped] = useState('')

  function submit(event: FormEvent) {
    event.preventDefault()
    if (keepCode(typed)) navigate('/join')
  }

  return (
    <form onSubmit={submit} className="flex flex-wrap items-end gap-3">
      <Field
        label="Invitation code"
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
        Look at the invitation
      </Button>
    </form>
  )
}
