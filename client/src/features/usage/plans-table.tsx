import { FEATURES } from '../../api/features'
import type { Plan, Usage } from '../../api/types'
import { useWords } from '../../language/words'
import { amount } from './amounts'
import { usageWords } from './words'

/** `unlimited` is given by whoever runs the installation; it is shown to those who have it. */
export function PlansTable({ plans, usage }: { plans: Plan[]; usage: Usage }) {
  const says = useWords(usageWords)
  const offered = plans.filter((plan) => plan.id !== 'unlimited' || usage.plan === 'unlimited')
  // One's own comes first: on a phone the others are scrolled to.
  const shown = offered.toSorted((a, b) => Number(b.id === usage.plan) - Number(a.id === usage.plan))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className="-mx-5 overflow-x-auto px-5 sm:mx-0 sm:px-0" aria-label={says.plansTable} tabIndex={0}>
      <table className="w-full min-w-120 border-collapse text-[0.9375rem] tabular-nums">
        <thead>
          <tr className="border-line border-b text-left">
            <th scope="col" className="py-2 pr-3 font-medium text-ink-faint text-sm">
              {says.feature}
            </th>
            {shown.map((plan) => (
              <th
                key={plan.id}
                scope="col"
                className="whitespace-nowrap px-3 py-2 text-right font-semibold first-letter:uppercase"
              >
                {plan.id}
                {plan.id === usage.plan && (
                  <span className="block font-normal text-kelp text-xs">{says.yourPlan}</span>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {FEATURES.map((feature) => (
            <tr key={feature} className="border-line border-b">
              <th scope="row" className="py-2 pr-3 text-left font-normal text-ink-soft">
                {says.features[feature]}
              </th>
              {shown.map((plan) => (
                <td
                  key={plan.id}
                  className={`px-3 py-2 text-right ${plan.id === usage.plan ? 'font-medium' : ''}`}
                >
                  {amount(feature, plan.features[feature])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
