import { useState } from 'react'
import { admin, adminPaths } from '../../api/admin'
import type { AdminOrganization, PlanName } from '../../api/types'
import { usePages } from '../../api/use-pages'
import { Button } from '../../ui/button'
import { day } from '../../ui/dates'
import { More } from '../../ui/more'
import { changedWords } from './limits'
import { OwnerDialog } from './owner-dialog'
import { PlanDialog } from './plan-dialog'
import { SearchField, useSettled } from './search-field'

export function AllOrganizations() {
  const [typed, setTyped] = useState('')
  const search = useSettled(typed)
  const pages = usePages(`${adminPaths.organizations}?${search}`, async (cursor) => {
    const page = await admin.organizations(search, cursor)
    return { items: page.organizations, nextCursor: page.nextCursor }
  })
  const [open, setOpen] = useState<AdminOrganization | null>(null)
  const [ownerless, setOwnerless] = useState<AdminOrganization | null>(null)
  return (
    <>
      <SearchField
        label="Search organizations"
        hint="The beginning of a name."
        value={typed}
        onChange={setTyped}
      />
      <ul aria-label="Organizations" className="mt-5 divide-y divide-line border-line border-y">
        {pages.items?.map((one) => (
          <li key={one.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3">
            <div className="min-w-0 flex-1 basis-56">
              <p className="truncate font-medium">{one.name}</p>
              <p className="text-ink-faint text-sm">
                {one.members} of {one.seats.count.toLocaleString()} seats · since {day(one.createdAt)}
                {one.seats.pendingRemoval !== null && (
                  <span className="text-amber"> · {one.seats.pendingRemoval} too many</span>
                )}
                {!one.hasOwner && <span className="text-amber"> · no owner can act</span>}
                {one.secondFactor && (
                  <span>
                    {' '}
                    · asks for a second factor
                    {one.secondFactor.without > 0 && `, ${one.secondFactor.without} without`}
                  </span>
                )}
              </p>
            </div>
            <p className="text-right text-ink-soft text-sm">
              {one.plan ?? 'no plan of its own'}
              {changedWords(one.limits) && (
                <span className="block text-ink-faint text-xs">{changedWords(one.limits)}</span>
              )}
            </p>
            {!one.hasOwner && (
              <Button onClick={() => setOwnerless(one)} aria-label={`Appoint an owner of ${one.name}`}>
                Appoint an owner
              </Button>
            )}
            <Button onClick={() => setOpen(one)} aria-label={`Plan of ${one.name}`}>
              Plan
            </Button>
          </li>
        ))}
      </ul>
      {pages.items?.length === 0 && <p className="py-3 text-ink-faint text-sm">None by that name.</p>}
      <More pages={pages} label="Show more organizations" />
      {ownerless && (
        <OwnerDialog
          organization={ownerless}
          onAppointed={() => pages.again()}
          onClose={() => setOwnerless(null)}
        />
      )}
      {open && (
        <PlanDialog
          whose={open.name}
          plan={open.plan as PlanName | null}
          limits={open.limits}
          seatCount={open.seats.count}
          nonePlan="None: each member’s own"
          save={async (change) => {
            await admin.setOrganizationPlan(open.id, change)
            await pages.again()
          }}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  )
}
