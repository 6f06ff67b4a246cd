import { useState } from 'react'
import { admin, adminPaths } from '../../api/admin'
import { amount, FEATURE_NAMES } from '../../api/features'
import { calendarDay, calendarMonth } from '../../ui/dates'
import { Field } from '../../ui/field'
import { Select } from '../../ui/select'
import { Ask } from './ask'
import { Table, TableRow } from './table'

const COUNTED = {
  chats_per_day: 'date',
  voice_minutes_per_month: 'month',
  storage_bytes: null,
  memory_characters_per_day: 'date',
  background_calls_per_day: 'date',
} as const

type Counted = keyof typeof COUNTED

export function UsageOfAll() {
  const [feature, setFeature] = useState<Counted>('chats_per_day')
  const span = COUNTED[feature]
  const [period, setPeriod] = useState(today('date'))
  const choose = (next: Counted) => {
    setFeature(next)
    setPeriod(today(COUNTED[next] ?? 'date'))
  }
  return (
    <>
      <div className="mb-6 grid gap-4 sm:grid-cols-2">
        <Select label="What" value={feature} onChange={(event) => choose(event.target.value as Counted)}>
          {(Object.keys(COUNTED) as Counted[]).map((one) => (
            <option key={one} value={one}>
              {FEATURE_NAMES[one]}
            </option>
          ))}
        </Select>
        {span && (
          <Field
            key={span}
            label={span === 'date' ? 'Day (UTC)' : 'Month (UTC)'}
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
              <span className="font-medium text-ink">{amount(found.feature, found.used)}</span> by{' '}
              {found.people === 1 ? 'one person' : `${found.people.toLocaleString()} people`}
              {found.period ? ` ${inPeriod(found.period)}` : ' so far'}.
            </p>
            {found.top.length > 0 && (
              <Table label="Who used most" heads={['Who used most', 'Used']}>
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

function inPeriod(period: string): string {
  return period.length > 7 ? `on ${calendarDay(period)}` : `in ${calendarMonth(period)}`
}
