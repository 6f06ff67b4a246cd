import { type FormEvent, useState } from 'react'
import { organizations } from '../../api/endpoints'
import type { Organization } from '../../api/types'
import { Button } from '../../ui/button'
import { Field } from '../../ui/field'
import { LONGEST_NAME } from './no-organization'
import { useAttempt, useOrganizationChanged } from './use-organization'

export function RenameForm({ organization }: { organization: Organization }) {
  const organizationChanged = useOrganizationChanged()
  const [name, setName] = useState<string | null>(null)
  const attempt = useAttempt()

  async function submit(event: FormEvent) {
    event.preventDefault()
    const wanted = name?.trim() ?? ''
    if (!wanted || wanted === organization.name) return setName(null)
    if (await attempt(() => organizations.rename(organization.id, wanted), 'The organization is renamed.')) {
      setName(null)
      await organizationChanged()
    }
  }

  if (name === null) {
    return (
      <Button className="mt-3" onClick={() => setName(organization.name)}>
        Rename
      </Button>
    )
  }
  return (
    <form onSubmit={submit} className="mt-4 flex flex-wrap items-end gap-2">
      <Field
        label="New name"
        value={name}
        onChange={(event) => setName(event.target.value)}
        required
        maxLength={LONGEST_NAME}
        autoFocus
        className="min-w-0 flex-1 basis-64"
      />
      <Button type="submit" look="solid" className="h-11">
        Save name
      </Button>
      <Button look="quiet" className="h-11" onClick={() => setName(null)}>
        Cancel
      </Button>
    </form>
  )
}
