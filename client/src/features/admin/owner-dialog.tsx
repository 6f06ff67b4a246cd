import { useId, useState } from 'react'
import useSWR from 'swr'
import { admin, adminPaths } from '../../api/admin'
import type { AdminOrganization, UserEntry } from '../../api/types'
import { useWords, wordsNow } from '../../language/words'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { Notice, TroubleText } from '../../ui/notice'
import { Select } from '../../ui/select'
import { adminWords } from './words'

interface OwnerDialogProps {
  organization: AdminOrganization
  onAppointed: () => Promise<unknown>
  onClose: () => void
}

/** Whom to make an owner: members who are not suspended, and nobody from outside. */
export function OwnerDialog({ organization, onAppointed, onClose }: OwnerDialogProps) {
  const { organizations: says, cancel } = useWords(adminWords)
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
      title={says.appointOf(organization.name)}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{cancel}</Button>
          <Button look="solid" type="submit" form={formId} disabled={chosen === ''}>
            {says.makeOwner}
          </Button>
        </>
      }
    >
      <p>{says.appointMeans}</p>
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
          <p>{says.allSuspended}</p>
        ) : (
          <Select label={says.member} value={chosen} onChange={(event) => setChosen(event.target.value)}>
            <option value="">{says.chooseMember}</option>
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
  return [user.name, user.email].filter(Boolean).join(' · ') || wordsNow(adminWords).somebody
}
