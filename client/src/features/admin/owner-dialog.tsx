import { useId, useState } from 'react'
import useSWR from 'swr'
import { admin, adminPaths } from '../../api/admin'
import type { AdminOrganization, UserEntry } from '../../api/types'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { Notice, TroubleText } from '../../ui/notice'
import { Select } from '../../ui/select'

interface OwnerDialogProps {
  organization: AdminOrganization
  onAppointed: () => Promise<unknown>
  onClose: () => void
}

/** Whom to make an owner: members who are not suspended, and nobody from outside. */
export function OwnerDialog({ organization, onAppointed, onClose }: OwnerDialogProps) {
  const formId = useId()
  const [chosen, setChosen] = useState('')
  const [failure, setFailure] = useState<unknown>(null)
  const { data, error } = useSWR(`${adminPaths.users}?of=${organization.id}`, () =>
    admin.usersOf(organization.id),
  )
  const able = data?.users.filter((user) => user.suspendedAt === null) ?? []

  async function appoint() {
    try {
      await admin.appointOwner(organization.id, chosen)
      await onAppointed()
      onClose()
    } catch (refusal) {
      setFailure(refusal)
    }
  }

  return (
    <Dialog
      title={`Appoint an owner of ${organization.name}`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="solid" type="submit" form={formId} disabled={chosen === ''}>
            Make owner
          </Button>
        </>
      }
    >
      <p>None of its owners can act. Whoever you choose keeps their seat; nobody is made less.</p>
      <form
        id={formId}
        className="mt-4 flex flex-col gap-4 text-ink"
        onSubmit={(event) => {
          event.preventDefault()
          void appoint()
        }}
      >
        {(failure ?? error) && (
          <Notice tone="rust">
            <TroubleText error={failure ?? error} />
          </Notice>
        )}
        {data && able.length === 0 ? (
          <p>Every member is suspended; let one of them back in first, under Users.</p>
        ) : (
          <Select label="Member" value={chosen} onChange={(event) => setChosen(event.target.value)}>
            <option value="">Choose a member</option>
            {able.map((user) => (
              <option key={user.id} value={user.id}>
                {called(user)}
              </option>
            ))}
          </Select>
        )}
      </form>
    </Dialog>
  )
}

function called(user: UserEntry): string {
  return [user.name, user.email].filter(Boolean).join(' · ') || 'Somebody without a name'
}
