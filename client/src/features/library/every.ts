import type { Connector } from '../../api/types'
import type { LibraryWords } from './words'

export type ConnectorKind = Connector['kind']

const HOUR = 60
const DAY = 24 * HOUR
/** Others' servers are not asked more often than the first of these. */
const OFTEN = [15, HOUR, 6 * HOUR, DAY, 7 * DAY]
const OFTENER = [1, 5]

/** What lies on the server itself, and is for its admins. */
export function isOfServer(kind: ConnectorKind): boolean {
  return kind === 'folder' || kind === 'git'
}

/** How often something may be fetched, in minutes, and how often it is now. */
export function choicesFor(kind: ConnectorKind, now: number = HOUR): number[] {
  const all = new Set([...(isOfServer(kind) ? OFTENER : []), ...OFTEN, now])
  return [...all].sort((one, other) => one - other)
}

/** "every 15 minutes", "every day" */
export function everyInWords(minutes: number, says: LibraryWords['sources']['every']): string {
  if (minutes % DAY === 0) return says.days(minutes / DAY)
  if (minutes % HOUR === 0) return says.hours(minutes / HOUR)
  return says.minutes(minutes)
}
