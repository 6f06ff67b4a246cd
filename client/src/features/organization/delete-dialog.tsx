import { useState } from 'react'
import { organizations } from '../../api/endpoints'
import type { Organization } from '../../api/types'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { Field } from '../../ui/field'
import { useAttempt, useOrganizationChanged } from './use-organization'

interface DeleteDialogProps {
  organization: Organization
  onClose: () => void
}

export function DeleteDialog({ organization, onClose }: DeleteDialogProps) {
  const organizationChanged = useOrganizationChanged()
  const [typed, setTyped] = useState('')
  const attempt = useAttempt()
  const isMeant = typed.trim() === organization.name.trim()
  const { used } = organization.seats

  async function remove() {
    onClose()
    await attempt(() => organizations.remove(organization.id), `${organization.name} is deleted.`)
    await organizationChanged()
  }

  return (
    <Dialog
      title={`Delete ${organization.name}?`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Keep it</Button>
          <Button
            look="danger"
            disabled={!isMeant}
            className="disabled:opacity-50"
            onClick={() => void remove()}
          >
            Delete for good
          </Button>
        </>
      }
    >
      <p className="mb-4">
        {used > 1 ? `All ${used} members lose` : 'You lose'} its plan and whatever is shared in it. Its
        invites and its history are gone. Nobody’s own chats, memory or files are touched. This cannot be
        undone.
      </p>
      <Field
        label={`Type “${organization.name}” to delete it`}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        autoComplete="off"
      />
    </Dialog>
  )
}
