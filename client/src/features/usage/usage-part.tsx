/** Settings → Usage: which plan holds and why, and how much of it is used. */
import useSWR from 'swr'
import { usage as api, paths } from '../../api/endpoints'
import { amount, featureName } from '../../api/features'
import type { Usage, UsageEntry } from '../../api/types'
import { Link } from '../../router'
import { Bar } from '../../ui/bar'
import { Button } from '../../ui/button'
import { moment } from '../../ui/dates'
import { Notice, TroubleText } from '../../ui/notice'
import { Section } from '../settings/section'
import { PlansTable } from './plans-table'
import { useUsage } from './use-usage'

export default function UsagePart() {
  const { usage, error, mutate } = useUsage()
  const { data: plans } = useSWR(paths.plans, api.plans)
  if (error && !usage) {
    return (
      <div className="mt-8">
        <Notice tone="rust" actions={<Button onClick={() => void mutate()}>Try again</Button>}>
          <TroubleText error={error} />
        </Notice>
      </div>
    )
  }
  if (!usage) return null
  const limited = usage.usage.filter((entry) => entry.limit !== null)
  const unlimited = usage.usage.filter((entry) => entry.limit === null)
  return (
    <>
      <section aria-label="Your plan" className="mt-8">
        <h2 className="font-semibold font-serif text-2xl tracking-[-0.01em] first-letter:uppercase">
          {usage.plan}
        </h2>
        <p className="mt-1 text-ink-soft">{sourceSentence(usage)}</p>
      </section>
      <Section title="Used" lead={`Days and months follow your time zone, ${zoneName(usage.timeZone)}.`}>
        {limited.length === 0 && <p className="text-ink-soft">No limits apply to you.</p>}
        <ul className="flex flex-col gap-6">
          {limited.map((entry) => (
            <Used key={entry.feature} entry={entry} />
          ))}
        </ul>
        {unlimited.length > 0 && <Unlimited entries={unlimited} />}
        <Button className="mt-5" onClick={() => void mutate()}>
          Refresh
        </Button>
      </Section>
      {plans && (
        <Section
          title="Plans"
          lead="What each plan holds. The numbers of yours may have been changed for you."
        >
          <PlansTable plans={plans} usage={usage} />
        </Section>
      )}
    </>
  )
}

function Used({ entry }: { entry: UsageEntry }) {
  const limit = entry.limit ?? 0
  return (
    <li>
      <p className="mb-1 flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-medium">{featureName(entry.feature)}</span>
        <span className="text-ink-faint text-sm">
          {entry.resetsAt ? `resets ${moment(entry.resetsAt)}` : FREED_BY[entry.feature]}
        </span>
      </p>
      <Bar
        said={`${amount(entry.feature, entry.used)} of ${amount(entry.feature, limit)} used`}
        part={limit === 0 ? 1 : entry.used / limit}
      />
    </li>
  )
}

/** What has no limit and was used all the same. */
function Unlimited({ entries }: { entries: UsageEntry[] }) {
  const used = entries.filter((entry) => entry.used > 0)
  if (used.length === 0) return null
  return (
    <table className="mt-6 w-full text-[0.9375rem] tabular-nums">
      <caption className="pb-1 text-left font-medium">No limit</caption>
      <tbody>
        {used.map((entry) => (
          <tr key={entry.feature} className="border-line border-t">
            <th scope="row" className="py-2 text-left font-normal text-ink-soft">
              {featureName(entry.feature)}
            </th>
            <td className="py-2 text-right">{amount(entry.feature, entry.used)} used</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** What does not come back by waiting. */
const FREED_BY: Record<string, string> = {
  storage_bytes: 'files go with the chat they were sent in',
}

function sourceSentence(usage: Usage) {
  switch (usage.source) {
    case 'organization':
      return (
        <>
          The plan of{' '}
          <Link href="/settings?part=organization" className="text-kelp underline underline-offset-4">
            your organization
          </Link>{' '}
          applies to you.
        </>
      )
    case 'user':
      return 'Your personal plan.'
    case 'installation':
      return 'The standard plan of this installation.'
  }
}

function zoneName(zone: string): string {
  return zone.replace(/_/g, ' ')
}
