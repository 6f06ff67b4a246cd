import { useState } from 'react'
import type { Organization } from '../../api/types'
import { useWords } from '../../language/words'
import { Button } from '../../ui/button'
import { DeleteDialog } from './delete-dialog'
import { LeaveDialog } from './leave-dialog'
import type { Offers } from './offers'
import { organizationWords } from './words'

export function GoAway({ organization, offers }: { organization: Organization; offers: Offers }) {
  const { leaving, deletion } = useWords(organizationWords)
  const [open, setOpen] = useState<'leave' | 'delete' | null>(null)
  const close = () => setOpen(null)
  return (
    <>
      {!offers.mayLeave && <p className="mb-4 text-[0.9375rem] text-ink-soft">{leaving.alone}</p>}
      <div className="flex flex-wrap gap-2">
        {offers.mayLeave && (
          <Button onClick={() => setOpen('leave')}>{leaving.button(organization.name)}</Button>
        )}
        {offers.mayDelete && (
          <Button className="text-rust!" onClick={() => setOpen('delete')}>
            {deletion.button}
          </Button>
        )}
      </div>
      {open === 'leave' && <LeaveDialog organization={organization} onClose={close} />}
      {open === 'delete' && <DeleteDialog organization={organization} onClose={close} />}
    </>
  )
}
