import { number } from '../../language/formats'
import type { LibraryWords } from './words'

type Kind = keyof LibraryWords['kinds']

const EXACT: Readonly<Record<string, Kind>> = {
  'text/plain': 'text',
  'text/markdown': 'markdown',
  'text/csv': 'table',
  'application/json': 'json',
  'application/pdf': 'pdf',
  'text/html': 'web',
  'application/epub+zip': 'book',
  'message/rfc822': 'mail',
}
const PARTS: readonly (readonly [string, Kind])[] = [
  ['wordprocessing', 'word'],
  ['spreadsheet', 'table'],
  ['presentation', 'slides'],
  ['image/', 'image'],
  ['audio/', 'sound'],
]

/** What somebody would call it. */
export function kindOf(mediaType: string): Kind {
  return EXACT[mediaType] ?? PARTS.find(([part]) => mediaType.includes(part))?.[1] ?? 'other'
}

/** "3 kB", "1.4 MB" */
export function bytesInWords(bytes: number, says: LibraryWords['bytes']): string {
  return bytes < 1_000_000
    ? says.kilo(number(Math.max(1, Math.round(bytes / 1000))))
    : says.mega(number(Math.round(bytes / 100_000) / 10))
}
