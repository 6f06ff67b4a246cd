import { type FormEvent, useState } from 'react'
import { organizations } from '../../api/endpoints'
import type { Organization } from '../../api/types'
import { useWords } from '../../language/words'
import { Button } from '../../ui/button'
import { Field } from '../../ui/field'
import { uiWords } from '../../ui/words'
import { LONGEST_NAME } from './no-organization'
import { useAttempt, useOrganizationChanged } from './use-organization'
import { organizationWords } from './words'

export function RenameForm({ organization }: { organization: Organization }) {
  const { cancel } = useWords(uiWords)
  const says = useWords(organizationWords).renaming
  const organizationChanged = useOrganizationChanged()
  const [name, setName] = useState<string | null>(null)
  const attempt = useAttempt()

  async function submit(event: FormEvent) {
    event.preventDefault()
    const wanted = name?.trim() ?? ''
    if (!wanted || wanted === organization.name) return setName(null)
    if (await attempt(() => organizations.rename(organization.id, wanted), says.done)) {
      setName(null)
      await organizationChanged()
    }
  }

  if (name === null) {
    return (
      <Button className="mt-3" onClick={() => setName(organization.name)}>
        {says.rename}
      </Button>
    )
  }
  return (
    <form onSubmit={submit} className="mt-4 flex flex-wrap items-end gap-2">
      <Field
        label={says.newName}
        value={name}
        onChange={(event) => setName(event.target.value)}
        required
        maxLength={LONGEST_NAME}
        autoFocus
        className="min-w-0 flex-1 basis-64"
      />
      <Button type="submit" look="solid" className="h-11">
        {says.save}
      </Button>
      <Button look="quiet" className="h-11" onClick={() => setName(null)}>
        {cancel}
      </Button>
    </form>
  )
}
