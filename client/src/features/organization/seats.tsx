import type { Organization } from '../../api/types'
import { Bar } from '../../ui/bar'
import { Notice } from '../../ui/notice'

/** No organization has more; one without a limit has these. */
const MOST_SEATS = 10_000

export function Seats({ organization }: { organization: Organization }) {
  const { count, used, pendingRemoval } = organization.seats
  return (
    <div className="mt-4">
      {count >= MOST_SEATS ? (
        <p className="text-ink-soft text-sm">
          {used === 1 ? 'One member' : `${used.toLocaleString()} members`}, with seats for up to{' '}
          {count.toLocaleString()}
        </p>
      ) : (
        <Bar said={`${used.toLocaleString()} of ${count.toLocaleString()} seats taken`} part={used / count} />
      )}
      {pendingRemoval !== null && (
        <div className="mt-3">
          <Notice tone="amber" testId="pending-removal">
            There are {pendingRemoval === 1 ? 'one member' : `${pendingRemoval} members`} more than seats.
            Nobody is removed for it, but nobody can join until there is room:{' '}
            {pendingRemoval === 1 ? 'one has' : `${pendingRemoval} have`} to leave, or the plan needs more
            seats.
          </Notice>
        </div>
      )}
      {pendingRemoval === null && used >= count && (
        <p className="mt-2 text-amber text-sm">
          Every seat is taken. Before somebody can join, one has to be freed, or the plan needs more.
        </p>
      )}
    </div>
  )
}
