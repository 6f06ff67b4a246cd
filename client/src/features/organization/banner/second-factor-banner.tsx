import useSWR from 'swr'
import { organizations, paths } from '../../../api/endpoints'
import { useWords } from '../../../language/words'
import { Link, useSearch } from '../../../router'
import { moment } from '../../../ui/dates'
import { factorBannerWords } from './words'

/** One line for a member who has no second factor, where their organization asks for one. */
export function SecondFactorBanner() {
  const says = useWords(factorBannerWords)
  const { data } = useSWR(paths.organization, organizations.mine)
  const isOnItsPage = useSearch().get('part') === 'organization'
  const asked = data?.secondFactor
  if (!data || !asked?.deadline || isOnItsPage) return null
  return (
    <section
      aria-label={says.label}
      data-testid="second-factor-banner"
      className={`shrink-0 border-b px-4 py-2 text-sm sm:pr-3 sm:pl-8 ${
        asked.isKeptOut ? 'border-amber/25 bg-amber-wash' : 'border-line bg-sunk text-ink-soft'
      }`}
    >
      <p className="text-pretty">
        <span className="font-semibold text-ink">{says.asks(data.name)}</span>{' '}
        {asked.isKeptOut ? says.keptOut : says.until(moment(asked.deadline))}{' '}
        <Link href="/settings/organization" className="font-medium text-kelp underline underline-offset-4">
          {says.setOne}
        </Link>
      </p>
    </section>
  )
}
