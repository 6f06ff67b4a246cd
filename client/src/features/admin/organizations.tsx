import { useState } from 'react'
import { admin, adminPaths } from '../../api/admin'
import type { AdminOrganization, PlanName } from '../../api/types'
import { usePages } from '../../api/use-pages'
import { useWords } from '../../language/words'
import { Button } from '../../ui/button'
import { day } from '../../ui/dates'
import { More } from '../../ui/more'
import { changedWords } from './limits'
import { OwnerDialog } from './owner-dialog'
import { PlanDialog } from './plan-dialog'
import { SearchField, useSettled } from './search-field'
import { adminWords } from './words'

export function AllOrganizations() {
  const says = useWords(adminWords).organizations
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
      <SearchField label={says.search} hint={says.searchHint} value={typed} onChange={setTyped} />
      <ul aria-label={says.list} className="mt-5 divide-y divide-line border-line border-y">
        {pages.items?.map((one) => (
          <li key={one.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3">
            <div className="min-w-0 flex-1 basis-56">
              <p className="truncate font-medium">{one.name}</p>
              <p className="text-ink-faint text-sm">
                {says.seats(one.members, one.seats.count)} · {says.since(day(one.createdAt))}
                {one.seats.pendingRemoval !== null && (
                  <span className="text-amber"> · {says.tooMany(one.seats.pendingRemoval)}</span>
                )}
                {!one.hasOwner && <span className="text-amber"> · {says.noOwner}</span>}
                {one.secondFactor && <span> · {says.asksFactor(one.secondFactor.without)}</span>}
              </p>
            </div>
            <p className="text-right text-ink-soft text-sm">
              {one.plan ?? says.noPlan}
              {changedWords(one.limits) && (
                <span className="block text-ink-faint text-xs">{changedWords(one.limits)}</span>
              )}
            </p>
            {!one.hasOwner && (
              <Button onClick={() => setOwnerless(one)} aria-label={says.appointOf(one.name)}>
                {says.appoint}
              </Button>
            )}
            <Button onClick={() => setOpen(one)} aria-label={says.planOf(one.name)}>
              {says.plan}
            </Button>
          </li>
        ))}
      </ul>
      {pages.items?.length === 0 && <p className="py-3 text-ink-faint text-sm">{says.nothing}</p>}
      <More pages={pages} label={says.more} />
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
          nonePlan={says.noPlanOption}
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
