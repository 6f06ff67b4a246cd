import { useState } from 'react'
import { organizations } from '../../api/endpoints'
import type { Organization } from '../../api/types'
import { useWords } from '../../language/words'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { Field } from '../../ui/field'
import { useAttempt, useOrganizationChanged } from './use-organization'
import { organizationWords } from './words'

interface DeleteDialogProps {
  organization: Organization
  onClose: () => void
}

export function DeleteDialog({ organization, onClose }: DeleteDialogProps) {
  const says = useWords(organizationWords).deletion
  const organizationChanged = useOrganizationChanged()
  const [typed, setTyped] = useState('')
  const attempt = useAttempt()
  const isMeant = typed.trim() === organization.name.trim()
  const { used } = organization.seats

  async function remove() {
    onClose()
    await attempt(() => organizations.remove(organization.id), says.done(organization.name))
    await organizationChanged()
  }

  return (
    <Dialog
      title={says.title(organization.name)}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{says.keep}</Button>
          <Button
            look="danger"
            disabled={!isMeant}
            className="disabled:opacity-50"
            onClick={() => void remove()}
          >
            {says.forGood}
          </Button>
        </>
      }
    >
      <p className="mb-4">{says.lead(used)}</p>
      <Field
        label={says.type(organization.name)}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        autoComplete="off"
      />
    </Dialog>
  )
}
