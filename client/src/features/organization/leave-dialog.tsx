import { useState } from 'react'
import { organizations } from '../../api/endpoints'
import { ApiError } from '../../api/http'
import type { Organization } from '../../api/types'
import { useWords } from '../../language/words'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { Notice, TroubleText } from '../../ui/notice'
import { Select } from '../../ui/select'
import { useToasts } from '../../ui/toast'
import { useMembers } from './members'
import { isOnlyOwner, whoIs } from './offers'
import { useOrganizationChanged } from './use-organization'
import { organizationWords } from './words'

interface LeaveDialogProps {
  organization: Organization
  onClose: () => void
}

/** The only owner leaves it to somebody: both in one step, so that it is never without. */
export function LeaveDialog({ organization, onClose }: LeaveDialogProps) {
  const says = useWords(organizationWords).leaving
  const organizationChanged = useOrganizationChanged()
  const pages = useMembers(organization)
  const others = (pages.items ?? []).filter((member) => !member.isYou)
  const [heirId, setHeirId] = useState('')
  const [isRefusedAsOnly, setRefusedAsOnly] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const { show } = useToasts()
  const isOnly =
    isRefusedAsOnly ||
    (organization.role === 'owner' && isOnlyOwner(pages.items ?? [], pages.isComplete) === true)

  async function leave() {
    setBusy(true)
    setError(null)
    try {
      await organizations.leave(organization.id, isOnly && heirId ? heirId : null)
      onClose()
      show(says.done(organization.name))
      await organizationChanged()
    } catch (failure) {
      setBusy(false)
      const isOnlyAfterAll = failure instanceof ApiError && failure.code === 'sole_owner'
      setRefusedAsOnly(isOnlyAfterAll)
      if (!isOnlyAfterAll || isOnly) setError(failure)
    }
  }

  return (
    <Dialog
      title={says.title(organization.name)}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{says.stay}</Button>
          <Button look="danger" disabled={isBusy || (isOnly && !heirId)} onClick={() => void leave()}>
            {says.leave}
          </Button>
        </>
      }
    >
      <p>{says.lead}</p>
      {isOnly && (
        <div className="mt-4">
          <p className="mb-3 font-medium text-ink">{says.onlyOwner}</p>
          <Select label={says.newOwner} value={heirId} onChange={(event) => setHeirId(event.target.value)}>
            <option value="">{says.choose}</option>
            {others.map((member) => (
              <option key={member.userId} value={member.userId}>
                {whoIs(member)}
                {member.name && member.email ? ` (${member.email})` : ''}
              </option>
            ))}
          </Select>
          {organization.secondFactor?.isKeptOut && <p className="mt-2">{says.factorFirst}</p>}
          {!pages.isComplete && (
            <Button look="quiet" className="mt-2" disabled={pages.isLoading} onClick={pages.more}>
              {says.morePeople}
            </Button>
          )}
        </div>
      )}
      {error !== null && (
        <div className="mt-4">
          <Notice tone="rust">
            <TroubleText error={error} />
          </Notice>
        </div>
      )}
    </Dialog>
  )
}
