import useSWR from 'swr'
import { memory } from '../../api/endpoints'
import type { MemoryQuality } from '../../api/types'
import { number, percent } from '../../language/formats'
import { useWords } from '../../language/words'
import { TroubleText } from '../../ui/notice'
import { Part } from './forget-part'
import { memoryWords } from './words'

const RATES = [
  'duplicate',
  'junk',
  'echo',
  'contradicted',
  'stale',
] as const satisfies (keyof MemoryQuality)[]

/** How good the memory is: of the person, for the person. */
export function Quality() {
  const says = useWords(memoryWords).quality
  const { data, error } = useSWR('/memory/quality', memory.quality)
  return (
    <Part title={says.title} says={says.lead}>
      {error && <TroubleText error={error} />}
      {data && (
        <>
          <p>
            {says.held(
              <span className="font-semibold tabular-nums">{number(data.factsHeld)}</span>,
              <span className="font-semibold tabular-nums">{number(data.candidates)}</span>,
            )}
          </p>
          <ul className="mt-4 flex flex-col gap-3">
            {RATES.map((key) => (
              <li key={key}>
                <div className="flex items-baseline justify-between gap-4 text-[0.9375rem]">
                  <span>
                    <span className="font-medium">{says.rates[key].name}</span>{' '}
                    <span className="text-ink-faint">{says.rates[key].says}</span>
                  </span>
                  <span className="tabular-nums">{percent(data[key])}</span>
                </div>
                <div aria-hidden="true" className="mt-1 h-1.5 overflow-hidden rounded-full bg-line">
                  <div
                    className="h-full rounded-full bg-kelp"
                    style={{ width: `${Math.min(Math.max(data[key], 0), 1) * 100}%` }}
                  />
                </div>
              </li>
            ))}
          </ul>
        </>
      )}
    </Part>
  )
}
