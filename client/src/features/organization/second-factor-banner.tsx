import useSWR from 'swr'
import { organizations, paths } from '../../api/endpoints'
import { Link, useSearch } from '../../router'
import { moment } from '../../ui/dates'

/** One line for a member who has no second factor, where their organization asks for one. */
export function SecondFactorBanner() {
  const { data } = useSWR(paths.organization, organizations.mine)
  const isOnItsPage = useSearch().get('part') === 'organization'
  const asked = data?.secondFactor
  if (!data || !asked?.deadline || isOnItsPage) return null
  return (
    <section
      aria-label="A second factor is asked for"
      data-testid="second-factor-banner"
      className={`shrink-0 border-b px-4 py-2 text-sm sm:pr-3 sm:pl-8 ${
        asked.isKeptOut ? 'border-amber/25 bg-amber-wash' : 'border-line bg-sunk text-ink-soft'
      }`}
    >
      <p className="text-pretty">
        <span className="font-semibold text-ink">{data.name} asks for a second factor.</span>{' '}
        {asked.isKeptOut
          ? 'Its plan and what it shares are closed to you until you have one.'
          : `You have until ${moment(asked.deadline)}.`}{' '}
        <Link
          href="/settings?part=organization"
          className="font-medium text-kelp underline underline-offset-4"
        >
          Set one
        </Link>
      </p>
    </section>
  )
}
