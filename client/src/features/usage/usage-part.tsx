/** Settings → Usage and plan: which plan holds and why, and how much of it is used. */
import useSWR from 'swr'
import { usage as api, paths } from '../../api/endpoints'
import type { Usage, UsageEntry } from '../../api/types'
import { useWords } from '../../language/words'
import { Link } from '../../router'
import { Bar } from '../../ui/bar'
import { Button } from '../../ui/button'
import { day, moment } from '../../ui/dates'
import { Notice, TroubleText } from '../../ui/notice'
import { Section } from '../settings/section'
import { amount, featureName } from './amounts'
import { PlansTable } from './plans-table'
import { useUsage } from './use-usage'
import { type UsageWords, usageWords } from './words'

export default function UsagePart() {
  const says = useWords(usageWords)
  const { usage, error, mutate } = useUsage()
  const { data: plans } = useSWR(paths.plans, api.plans)
  if (error && !usage) {
    return (
      <div className="mt-8">
        <Notice tone="rust" actions={<Button onClick={() => void mutate()}>{says.again}</Button>}>
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
      <section aria-label={says.yourPlan} className="mt-7">
        <h2 className="font-semibold font-serif text-2xl tracking-[-0.01em] first-letter:uppercase">
          {usage.plan}
        </h2>
        <p className="mt-1 text-ink-soft">{sourceSentence(usage, says)}</p>
      </section>
      <Section title={says.used} lead={says.follows(zoneName(usage.timeZone))}>
        {limited.length === 0 && <p className="text-ink-soft">{says.noLimits}</p>}
        <ul className="flex flex-col gap-6">
          {limited.map((entry) => (
            <Used key={entry.feature} entry={entry} />
          ))}
        </ul>
        {unlimited.length > 0 && <Unlimited entries={unlimited} />}
        <Button className="mt-5" onClick={() => void mutate()}>
          {says.refresh}
        </Button>
      </Section>
      {plans && (
        <Section title={says.plans} lead={says.plansLead}>
          <PlansTable plans={plans} usage={usage} />
        </Section>
      )}
    </>
  )
}

function Used({ entry }: { entry: UsageEntry }) {
  const says = useWords(usageWords)
  const limit = entry.limit ?? 0
  return (
    <li>
      <p className="mb-1 flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-medium">{featureName(entry.feature)}</span>
        <span className="text-ink-faint text-sm">
          {entry.resetsAt && resets(says, entry.resetsAt)}
          {entry.feature === 'storage_bytes' && says.freed}
        </span>
      </p>
      <Bar
        said={says.ofLimit(amount(entry.feature, entry.used), amount(entry.feature, limit))}
        part={limit === 0 ? 1 : entry.used / limit}
      />
    </li>
  )
}

/** What has no limit and was used all the same. */
function Unlimited({ entries }: { entries: UsageEntry[] }) {
  const says = useWords(usageWords)
  const used = entries.filter((entry) => entry.used > 0)
  if (used.length === 0) return null
  return (
    <table className="mt-6 w-full text-[0.9375rem] tabular-nums">
      <caption className="pb-1 text-left font-medium">{says.noLimitOf}</caption>
      <tbody>
        {used.map((entry) => (
          <tr key={entry.feature} className="border-line border-t">
            <th scope="row" className="py-2 text-left font-normal text-ink-soft">
              {featureName(entry.feature)}
            </th>
            <td className="py-2 text-right">{says.usedSoFar(amount(entry.feature, entry.used))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** What comes back at the end of a day does so at midnight; a month is told by its day. */
function resets(says: UsageWords, at: string): string {
  const then = new Date(at)
  const isMidnight = then.getHours() === 0 && then.getMinutes() === 0
  if (!isMidnight) return says.resets(moment(at))
  const isNext = then.getTime() - Date.now() <= 86_400_000
  return isNext ? says.resetsAtMidnight : says.resetsOn(day(at))
}

function sourceSentence(usage: Usage, says: UsageWords) {
  const { source } = says
  if (usage.source !== 'organization') return source[usage.source]
  return source.organization((text) => (
    <Link href="/settings/organization" className="text-kelp underline underline-offset-4">
      {text}
    </Link>
  ))
}

function zoneName(zone: string): string {
  return zone.replace(/_/g, ' ')
}
