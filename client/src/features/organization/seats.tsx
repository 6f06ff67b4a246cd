import type { Organization } from '../../api/types'
import { number } from '../../language/formats'
import { useWords } from '../../language/words'
import { Bar } from '../../ui/bar'
import { Notice } from '../../ui/notice'
import { organizationWords } from './words'

/** No organization has more; one without a limit has these. */
const MOST_SEATS = 10_000

export function Seats({ organization }: { organization: Organization }) {
  const says = useWords(organizationWords).seats
  const { count, used, pendingRemoval } = organization.seats
  return (
    <div className="mt-4">
      {count >= MOST_SEATS ? (
        <p className="text-ink-soft text-sm">{says.unlimited(used, number(count))}</p>
      ) : (
        <Bar said={says.taken(number(used), number(count))} part={used / count} />
      )}
      {pendingRemoval !== null && (
        <div className="mt-3">
          <Notice tone="amber" testId="pending-removal">
            {says.tooMany(pendingRemoval)}
          </Notice>
        </div>
      )}
      {pendingRemoval === null && used >= count && <p className="mt-2 text-amber text-sm">{says.full}</p>}
    </div>
  )
}
