/** What is different between two prompts, and between two texts. */
import type { BlockDifference } from '../../../api/types'
import { wordsNow } from '../../../language/words'
import { engineerWords } from './words'

export type Change = BlockDifference['change']
const CHANGES: Change[] = ['added', 'removed', 'changed', 'same']

export function countChanges(difference: BlockDifference[]): Record<Change, number> {
  const counts = { added: 0, removed: 0, changed: 0, same: 0 }
  for (const one of difference) counts[one.change] += 1
  return counts
}

/** "The prompt is the same: 9 blocks." or "1 block came, 2 changed, 6 stayed the same." */
export function summarizeChanges(difference: BlockDifference[]): string {
  const says = wordsNow(engineerWords).replay
  const counts = countChanges(difference)
  if (counts.added + counts.removed + counts.changed === 0) return says.same(counts.same)
  const said = CHANGES.flatMap((change) => (counts[change] ? [says.changes[change](counts[change])] : []))
  return `${said.join(', ')}.`
}

export interface Line {
  text: string
  /** It does not stand in the other text. */
  isOnlyHere: boolean
}

/** Line by line, so that a reader of two long texts sees at once where to look. */
export function markLines(text: string, other: string): Line[] {
  const left = new Map<string, number>()
  for (const line of other.split('\n')) left.set(line, (left.get(line) ?? 0) + 1)
  return text.split('\n').map((line) => {
    const many = left.get(line) ?? 0
    if (many > 0) left.set(line, many - 1)
    return { text: line, isOnlyHere: many === 0 && line.trim() !== '' }
  })
}
