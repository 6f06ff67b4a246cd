import { useState } from 'react'
import type { Organization } from '../../api/types'
import { Button } from '../../ui/button'
import { DeleteDialog } from './delete-dialog'
import { LeaveDialog } from './leave-dialog'
import type { Offers } from './offers'

export function GoAway({ organization, offers }: { organization: Organization; offers: Offers }) {
  const [open, setOpen] = useState<'leave' | 'delete' | null>(null)
  const close = () => setOpen(null)
  return (
    <>
      {!offers.mayLeave && (
        <p className="mb-4 text-[0.9375rem] text-ink-soft">
          You are its only member, so there is nobody to leave it to: delete it instead.
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {offers.mayLeave && <Button onClick={() => setOpen('leave')}>Leave {organization.name}</Button>}
        {offers.mayDelete && (
          <Button className="text-rust!" onClick={() => setOpen('delete')}>
            Delete the organization
          </Button>
        )}
      </div>
      {open === 'leave' && <LeaveDialog organization={organization} onClose={close} />}
      {open === 'delete' && <DeleteDialog organization={organization} onClose={close} />}
    </>
  )
}
