import { wordsNow } from '../../language/words'
import type { Counts } from './counts'
import { memoryWords } from './words'

/** The rows of a receipt, what people know first; what has no name here is told by its own. */
export function receiptRows(counts: Counts): { name: string; count: number }[] {
  const names: Readonly<Record<string, string>> = wordsNow(memoryWords).counts
  const order = Object.keys(memoryWords.english.counts)
  const place = (key: string) => (order.includes(key) ? order.indexOf(key) : order.length)
  return Object.entries(counts)
    .filter(([, count]) => count > 0)
    .sort(([a], [b]) => place(a) - place(b) || a.localeCompare(b))
    .map(([key, count]) => ({ name: names[key] ?? spelled(key), count }))
}

function spelled(key: string): string {
  const words = key.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}
