/**
 * Days in a row, drawn by hand: bars on each other, or lines. What the eye reads, a table beneath says in numbers; the
 * drawing itself is one picture with one sentence.
 */
import { type PointerEvent, useState } from 'react'
import { useWords } from '../../language/words'
import { calendarDay } from '../../ui/dates'
import { adminWords } from './words'

export interface Series {
  name: string
  tone: Tone
  /** One a day; null where there is nothing to draw. */
  values: readonly (number | null)[]
}

type Tone = 'kelp' | 'amber' | 'rust' | 'ink'

const FILLS: Record<Tone, string> = {
  kelp: 'fill-kelp',
  amber: 'fill-(--stone)',
  rust: 'fill-rust',
  ink: 'fill-line-strong',
}
const STROKES: Record<Tone, string> = {
  kelp: 'stroke-kelp',
  amber: 'stroke-(--stone)',
  rust: 'stroke-rust',
  ink: 'stroke-line-strong',
}
const DOTS: Record<Tone, string> = {
  kelp: 'bg-kelp',
  amber: 'bg-(--stone)',
  rust: 'bg-rust',
  ink: 'bg-line-strong',
}

interface ChartProps {
  title: string
  /** What it came to in all. */
  value: string
  days: readonly string[]
  series: readonly Series[]
  asLines?: boolean
  /** A number of it, in words. */
  say: (value: number) => string
}

const HIGH = 100

export function Chart({ title, value, days, series, asLines = false, say }: ChartProps) {
  const says = useWords(adminWords).overview
  const [at, setAt] = useState<number | null>(null)
  const most = Math.max(
    ...days.map((_, day) =>
      asLines
        ? Math.max(...series.map((one) => one.values[day] ?? 0))
        : series.reduce((sum, one) => sum + (one.values[day] ?? 0), 0),
    ),
  )
  const told = (day: number) =>
    `${calendarDay(days[day] ?? '')}: ${series.map((one) => inWords(one, day)).join(', ')}`
  const inWords = (one: Series, day: number) => {
    const found = one.values[day]
    const said = found === null || found === undefined ? '–' : say(found)
    return series.length > 1 ? `${one.name} ${said}` : said
  }
  function follow(event: PointerEvent<HTMLDivElement>) {
    const box = event.currentTarget.getBoundingClientRect()
    const day = Math.floor(((event.clientX - box.left) / box.width) * days.length)
    setAt(Math.min(Math.max(day, 0), days.length - 1))
  }

  return (
    <figure className="min-w-0 rounded-2xl border border-line bg-raised p-4">
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-medium text-[0.9375rem]">{title}</span>
        <span className="font-semibold font-serif text-xl tabular-nums">{value}</span>
      </figcaption>
      <p aria-hidden="true" className="mt-0.5 min-h-5 text-ink-faint text-xs tabular-nums">
        {at === null ? series.length > 1 && <Legend series={series} asLines={asLines} /> : told(at)}
      </p>
      {most > 0 ? (
        <div
          role="img"
          aria-label={says.drawn(title, value, say(most))}
          className="mt-1"
          onPointerMove={follow}
          onPointerLeave={() => setAt(null)}
        >
          {/* Above the line that it is the height of, where no bar can stand in it. */}
          <span className="block border-line border-b border-dashed pb-0.5 text-[0.6875rem] text-ink-faint tabular-nums">
            {say(most)}
          </span>
          <svg
            viewBox={`0 0 ${days.length} ${HIGH}`}
            preserveAspectRatio="none"
            aria-hidden="true"
            className="h-28 w-full border-line border-b"
          >
            {at !== null && <rect x={at} y={0} width={1} height={HIGH} className="fill-sunk" />}
            {asLines
              ? series.map((one) => <Line key={one.name} series={one} most={most} />)
              : days.map((day, index) => <Stack key={day} series={series} day={index} most={most} />)}
          </svg>
          <div className="mt-1 flex justify-between text-[0.6875rem] text-ink-faint">
            <span>{calendarDay(days[0] ?? '')}</span>
            <span>{calendarDay(days.at(-1) ?? '')}</span>
          </div>
        </div>
      ) : (
        <p className="mt-2 grid h-28 place-items-center border-line border-b text-ink-faint text-sm">
          {says.nothing}
        </p>
      )}
      <details className="mt-2 text-sm">
        <summary className="w-fit text-ink-soft hover:text-ink">{says.asTable}</summary>
        {/* biome-ignore lint/a11y/useSemanticElements: a landmark for each chart would be too many */}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
        <div role="group" aria-label={title} tabIndex={0} className="mt-2 max-h-56 overflow-auto">
          <table className="w-full tabular-nums">
            <thead className="text-ink-faint">
              <tr>
                <th scope="col" className="py-1 pr-3 text-left font-medium">
                  {says.day}
                </th>
                {series.map((one) => (
                  <th key={one.name} scope="col" className="px-2 py-1 text-right font-medium">
                    {one.name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {days.map((day, index) => (
                <tr key={day} className="border-line border-t">
                  <th scope="row" className="py-1 pr-3 text-left font-normal">
                    {calendarDay(day)}
                  </th>
                  {series.map((one) => {
                    const found = one.values[index]
                    return (
                      <td key={one.name} className="px-2 py-1 text-right">
                        {found === null || found === undefined ? '–' : say(found)}
                      </td>
                    )
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  )
}

function Legend({ series, asLines }: { series: readonly Series[]; asLines: boolean }) {
  return (
    <span className="flex flex-wrap gap-x-3">
      {series.map((one) => (
        <span key={one.name} className="inline-flex items-center gap-1.5">
          <span className={`${asLines ? 'h-0.5' : 'h-2'} w-2 rounded-full ${DOTS[one.tone]}`} />
          {one.name}
        </span>
      ))}
    </span>
  )
}

function Stack({ series, day, most }: { series: readonly Series[]; day: number; most: number }) {
  let below = 0
  return series.map((one) => {
    const height = ((one.values[day] ?? 0) / most) * HIGH
    below += height
    if (height === 0) return null
    return (
      <rect
        key={one.name}
        x={day + 0.14}
        y={HIGH - below}
        width={0.72}
        height={height}
        className={FILLS[one.tone]}
      />
    )
  })
}

/** Where a day has nothing the line breaks off; a day alone between two such is a short stroke. */
function Line({ series, most }: { series: Series; most: number }) {
  const path = series.values
    .map((value, day) => {
      if (value === null) return ''
      const y = HIGH - (value / most) * (HIGH - 2)
      const isFirst = day === 0 || series.values[day - 1] === null
      return isFirst ? `M${day + 0.3} ${y}H${day + 0.5}` : `L${day + 0.5} ${y}`
    })
    .join('')
  return (
    <path
      d={path}
      fill="none"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
      vectorEffect="non-scaling-stroke"
      className={STROKES[series.tone]}
    />
  )
}
