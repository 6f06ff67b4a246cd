/** What a plan limits, in words. */
import { number } from '../../language/formats'
import { wordsNow } from '../../language/words'
import { usageWords } from './words'

export function featureName(feature: string): string {
  const names: Partial<Record<string, string>> = wordsNow(usageWords).features
  return names[feature] ?? feature.replace(/_/g, ' ')
}

/** "20", "200 MB", "no limit". */
export function amount(feature: string, count: number | null): string {
  if (count === null) return wordsNow(usageWords).noLimit
  return feature === 'storage_bytes' ? bytes(count) : number(count)
}

const UNITS: [string, number][] = [
  ['TB', 1e12],
  ['GB', 1e9],
  ['MB', 1e6],
  ['KB', 1e3],
]

export function bytes(count: number): string {
  for (const [unit, size] of UNITS) {
    if (count >= size) return `${number(Number((count / size).toPrecision(3)))} ${unit}`
  }
  return wordsNow(usageWords).bytes(count)
}

/** "to messages a day 500, seats no limit": single numbers that were laid over those of a plan. */
export function limitsInWords(limits: unknown): string {
  const says = wordsNow(usageWords)
  const found = (limits as { features?: Record<string, number | null> } | null)?.features ?? {}
  const told = Object.entries(found).map(
    ([feature, limit]) => `${says.inASentence(featureName(feature))} ${amount(feature, limit)}`,
  )
  return told.length > 0 ? says.toLimits(told.join(', ')) : says.backToPlan
}
