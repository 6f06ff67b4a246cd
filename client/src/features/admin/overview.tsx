/** How the last days went: by day as charts, by model as a table. */
import { useState } from 'react'
import { admin, adminPaths, type Days } from '../../api/admin'
import type { Overview } from '../../api/types'
import { number } from '../../language/formats'
import { useWords } from '../../language/words'
import { Section } from '../settings/section'
import { Ask } from './ask'
import { Chart } from './chart'
import { cost, share, wait } from './figures'
import { Table, TableRow } from './table'
import { adminWords } from './words'

const SPANS: Days[] = ['7', '30', '90']

export function OverviewPage() {
  const says = useWords(adminWords).overview
  const [days, setDays] = useState<Days>('30')
  return (
    <>
      <fieldset className="mb-6 inline-flex rounded-xl border border-line bg-sunk p-1">
        <legend className="sr-only">{says.span}</legend>
        {SPANS.map((one) => (
          <label
            key={one}
            className="rounded-lg px-4 py-1.5 text-[0.9375rem] text-ink-soft has-checked:bg-raised has-checked:font-medium has-checked:text-ink has-checked:shadow-lift has-focus-visible:outline-2 has-focus-visible:outline-(--focus) pointer-coarse:py-2"
          >
            <input
              type="radio"
              name="days"
              value={one}
              checked={days === one}
              onChange={() => setDays(one)}
              className="sr-only"
            />
            {says.lastDays(Number(one))}
          </label>
        ))}
      </fieldset>
      <Ask path={`${adminPaths.overview}?${days}`} load={() => admin.overview(days)}>
        {(found) => <Shown overview={found} />}
      </Ask>
    </>
  )
}

function Shown({ overview }: { overview: Overview }) {
  const says = useWords(adminWords).overview
  const { days, models, total, people } = overview
  const dates = days.map((one) => one.day)
  const turns = total.answered + total.failed + total.stopped
  return (
    <div data-testid="overview">
      <div className="grid gap-4 @min-[60rem]:grid-cols-2">
        <Chart
          title={says.turns}
          value={number(turns)}
          days={dates}
          say={number}
          series={[
            { name: says.answered, tone: 'kelp', values: days.map((one) => one.answered) },
            { name: says.stopped, tone: 'ink', values: days.map((one) => one.stopped) },
            { name: says.failed, tone: 'rust', values: days.map((one) => one.failed) },
          ]}
        />
        <Chart
          title={says.people}
          value={number(people)}
          days={dates}
          say={number}
          series={[{ name: says.people, tone: 'kelp', values: days.map((one) => one.people) }]}
        />
        <Chart
          title={says.tokens}
          value={number(total.inputTokens + total.outputTokens)}
          days={dates}
          say={number}
          series={[
            { name: says.tokensIn, tone: 'kelp', values: days.map((one) => one.inputTokens) },
            { name: says.tokensOut, tone: 'amber', values: days.map((one) => one.outputTokens) },
          ]}
        />
        <Chart
          title={
            total.costUsd !== null && total.priced < turns
              ? says.costOf(share(total.priced, turns))
              : says.cost
          }
          value={total.costUsd === null ? says.unknown : cost(total.costUsd)}
          days={dates}
          say={cost}
          series={[{ name: says.cost, tone: 'kelp', values: days.map((one) => one.costUsd) }]}
        />
        <Chart
          title={says.firstWord}
          value={total.firstWordP50 === null ? '–' : wait(total.firstWordP50)}
          days={dates}
          say={wait}
          asLines
          series={[
            { name: says.half, tone: 'kelp', values: days.map((one) => one.firstWordP50) },
            { name: says.nearlyAll, tone: 'amber', values: days.map((one) => one.firstWordP95) },
          ]}
        />
        <Chart
          title={says.errors}
          value={turns === 0 ? '–' : share(total.failed, turns)}
          days={dates}
          say={number}
          series={[{ name: says.failed, tone: 'rust', values: days.map((one) => one.failed) }]}
        />
      </div>
      <Section title={says.byModel} lead={says.byModelLead}>
        {models.length === 0 ? (
          <p className="text-ink-soft">{says.nothing}</p>
        ) : (
          <Table
            label={says.byModel}
            heads={[says.model, says.turns, says.failed, says.tokens, says.cost, says.half, says.nearlyAll]}
          >
            {models.map((one) => (
              <TableRow
                key={one.model}
                name={one.model ?? says.noModel}
                cells={[
                  number(one.answered + one.failed + one.stopped),
                  <span key="failed" className={one.failed > 0 ? 'text-rust' : ''}>
                    {number(one.failed)}
                  </span>,
                  number(one.inputTokens + one.outputTokens),
                  one.costUsd === null ? '–' : cost(one.costUsd),
                  one.firstWordP50 === null ? '–' : wait(one.firstWordP50),
                  one.firstWordP95 === null ? '–' : wait(one.firstWordP95),
                ]}
              />
            ))}
          </Table>
        )}
      </Section>
    </div>
  )
}
