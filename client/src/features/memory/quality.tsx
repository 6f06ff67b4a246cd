import useSWR from 'swr'
import { memory } from '../../api/endpoints'
import type { MemoryQuality } from '../../api/types'
import { TroubleText } from '../../ui/notice'
import { Part } from './forget-part'

const RATES: { key: keyof MemoryQuality; name: string; says: string }[] = [
  { key: 'duplicate', name: 'Said again', says: 'of what was heard was known already, and only made surer' },
  { key: 'junk', name: 'Left out', says: 'of what was heard was not worth keeping' },
  { key: 'echo', name: 'My own words', says: 'was only what I had said myself, and was not learned' },
  { key: 'contradicted', name: 'Taken back', says: 'turned out otherwise later' },
  { key: 'stale', name: 'Old', says: 'was not mentioned for half a year' },
]

/** How good the memory is: of the person, for the person. */
export function Quality() {
  const { data, error } = useSWR('/memory/quality', memory.quality)
  return (
    <Part
      title="How good it is"
      says="Counted from the first day, of everything that could have been learned."
    >
      {error && <TroubleText error={error} />}
      {data && (
        <>
          <p>
            I hold <span className="font-semibold tabular-nums">{data.factsHeld.toLocaleString('en')}</span>{' '}
            facts, out of{' '}
            <span className="font-semibold tabular-nums">{data.candidates.toLocaleString('en')}</span> things
            I heard.
          </p>
          <ul className="mt-4 flex flex-col gap-3">
            {RATES.map(({ key, name, says }) => (
              <li key={key}>
                <div className="flex items-baseline justify-between gap-4 text-[0.9375rem]">
                  <span>
                    <span className="font-medium">{name}</span> <span className="text-ink-faint">{says}</span>
                  </span>
                  <span className="tabular-nums">{percent(data[key])}</span>
                </div>
                <div aria-hidden="true" className="mt-1 h-1.5 overflow-hidden rounded-full bg-line">
                  <div className="h-full rounded-full bg-kelp" style={{ width: percent(data[key]) }} />
                </div>
              </li>
            ))}
          </ul>
        </>
      )}
    </Part>
  )
}

function percent(rate: number): string {
  return `${Math.round(Math.min(Math.max(rate, 0), 1) * 100)}%`
}
