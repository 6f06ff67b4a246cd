/** "As it was known on …": a slider from the first thing that was learned to today. */

import { useEffect, useState } from 'react'
import useSWR from 'swr'
import { memory } from '../../api/endpoints'
import { useWords } from '../../language/words'
import { navigate } from '../../router'
import { Button } from '../../ui/button'
import { day as inWords } from '../../ui/dates'
import { addressOf, type Part } from './parts'
import { memoryWords } from './words'

const DAY_MS = 86_400_000
/** Whoever drags is not asked about for every day they pass. */
const SETTLED_MS = 250

/** The last moment of a day on the reader's own clock; null for no day. */
export function endOfDay(day: string | null): string | null {
  const at = day ? new Date(`${day}T23:59:59.999`) : null
  return at && !Number.isNaN(at.getTime()) ? at.toISOString() : null
}

export function AsOf({ day, part }: { day: string | null; part: Part }) {
  const says = useWords(memoryWords).asOf
  const { data } = useSWR('/memory/kinds now', () => memory.kinds(null))
  const today = daysSince(new Date())
  const first = data?.firstAt ? daysSince(new Date(data.firstAt)) : null
  const shown = day ? daysSince(new Date(`${day}T12:00`)) : today
  const [wanted, setWanted] = useState(shown)
  useEffect(() => setWanted(shown), [shown])
  useEffect(() => {
    if (wanted === shown) return
    const timer = setTimeout(() => go(wanted === today ? null : asDay(wanted)), SETTLED_MS)
    return () => clearTimeout(timer)
  })

  function go(to: string | null) {
    navigate(addressOf(part, to), { replace: true })
  }

  // With one day there is nothing to go back to.
  if (first === null || first >= today) return null
  const told = wanted === today ? says.today : inWords(noonOf(wanted).toISOString())
  return (
    <div className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-1.5 rounded-xl border border-line bg-sunk px-4 py-3">
      <label className="flex min-w-0 flex-1 basis-72 flex-wrap items-center gap-x-3 gap-y-1.5 text-[0.9375rem]">
        <span className="text-ink-soft">
          {says.label(<span className="font-medium text-ink tabular-nums">{told}</span>)}
        </span>
        <input
          type="range"
          min={first}
          max={today}
          value={Math.max(first, wanted)}
          aria-valuetext={told}
          onChange={(event) => setWanted(Number(event.target.value))}
          className="h-6 min-w-40 flex-1 accent-(--kelp)"
        />
      </label>
      <Button
        look="quiet"
        aria-disabled={wanted === today && !day}
        className="aria-disabled:text-ink-faint"
        onClick={() => [setWanted(today), go(null)]}
      >
        {says.back}
      </Button>
    </div>
  )
}

function daysSince(date: Date): number {
  return Math.round(
    new Date(date.getFullYear(), date.getMonth(), date.getDate(), 12).getTime() / DAY_MS - 0.5,
  )
}

function noonOf(days: number): Date {
  return new Date(days * DAY_MS + DAY_MS / 2)
}

function asDay(days: number): string {
  const date = noonOf(days)
  const two = (n: number) => String(n).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}
