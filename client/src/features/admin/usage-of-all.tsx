import { useState } from 'react'
import { admin, adminPaths } from '../../api/admin'
import { useWords } from '../../language/words'
import { calendarDay, calendarMonth } from '../../ui/dates'
import { Field } from '../../ui/field'
import { Select } from '../../ui/select'
import { amount, featureName } from '../usage/amounts'
import { Ask } from './ask'
import { Table, TableRow } from './table'
import { type AdminWords, adminWords } from './words'

const COUNTED = {
  chats_per_day: 'date',
  voice_minutes_per_month: 'month',
  storage_bytes: null,
  memory_characters_per_day: 'date',
  background_calls_per_day: 'date',
} as const

type Counted = keyof typeof COUNTED

export function UsageOfAll() {
  const says = useWords(adminWords).usage
  const [feature, setFeature] = useState<Counted>('chats_per_day')
  const span = COUNTED[feature]
  const [period, setPeriod] = useState(today('date'))
  const choose = (next: Counted) => {
    setFeature(next)
    setPeriod(today(COUNTED[next] ?? 'date'))
  }
  return (
    <>
      <div className="mb-6 grid max-w-2xl gap-4 sm:grid-cols-2">
        <Select label={says.what} value={feature} onChange={(event) => choose(event.target.value as Counted)}>
          {(Object.keys(COUNTED) as Counted[]).map((one) => (
            <option key={one} value={one}>
              {featureName(one)}
            </option>
          ))}
        </Select>
        {span && (
          <Field
            key={span}
            label={span === 'date' ? says.day : says.month}
            type={span}
            value={period}
            onChange={(event) => setPeriod(event.target.value)}
            max={today(span)}
          />
        )}
      </div>
      <Ask
        path={`${adminPaths.usage}?${feature}&${period}`}
        load={() => admin.usage(feature, period || null)}
      >
        {(found) => (
          <>
            <p className="mb-3 text-ink-soft" data-testid="used-by-all">
              {inPeriod(
                says,
                found.people === 0
                  ? says.nothing
                  : says.byPeople(amount(found.feature, found.used), found.people),
                found.period,
              )}
            </p>
            {found.top.length > 0 && (
              <Table label={says.most} heads={[says.most, says.used]}>
                {found.top.map((one) => (
                  <TableRow
                    key={one.userId}
                    name={
                      <>
                        {one.name || one.email}
                        {one.name && one.email && (
                          <span className="block text-ink-faint text-sm">{one.email}</span>
                        )}
                      </>
                    }
                    cells={[amount(found.feature, one.used)]}
                  />
                ))}
              </Table>
            )}
          </>
        )}
      </Ask>
    </>
  )
}

/** As the server counts, and as the field is filled: `2026-11-17`, or `2026-11` for a month. */
function today(span: 'date' | 'month' | null): string {
  return new Date().toISOString().slice(0, span === 'month' ? 7 : 10)
}

function inPeriod(says: AdminWords['usage'], used: string, period: string | null): string {
  if (period === null) return says.soFar(used)
  return period.length > 7 ? says.onDay(used, calendarDay(period)) : says.inMonth(used, calendarMonth(period))
}
