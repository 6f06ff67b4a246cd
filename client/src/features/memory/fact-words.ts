/** How facts are told. */
import type { Fact } from '../../api/types'
import { wordsNow } from '../../language/words'
import { memoryWords } from './words'

export function kindName(kind: string): string {
  const names: Readonly<Record<string, string>> = wordsNow(memoryWords).kinds
  return names[kind] ?? kind.charAt(0).toUpperCase() + kind.slice(1)
}

export interface FactGroup<T extends Fact> {
  kind: string
  name: string
  facts: T[]
}

export const PINNED = 'pinned'

/** What is pinned first, then by what each is most of, in the order in which the kinds first come. */
export function groupFacts<T extends Fact>(facts: T[]): FactGroup<T>[] {
  const groups = new Map<string, T[]>()
  for (const fact of [...facts.filter((one) => one.isPinned), ...facts.filter((one) => !one.isPinned)]) {
    const kind = fact.isPinned ? PINNED : (fact.kinds[0] ?? 'other')
    groups.set(kind, [...(groups.get(kind) ?? []), fact])
  }
  const last = groups.get('other')
  if (last) {
    groups.delete('other')
    groups.set('other', last)
  }
  return [...groups].map(([kind, of]) => ({
    kind,
    name: kind === PINNED ? wordsNow(memoryWords).pinned : kindName(kind),
    facts: of,
  }))
}

/** Why it is no longer believed. */
export function ending(because: string | null): string {
  if (because === null) return ''
  const endings: Readonly<Record<string, string>> = wordsNow(memoryWords).ending
  return endings[because] ?? wordsNow(memoryWords).ending.other
}

export function sourceName(source: Fact['source']): string {
  return wordsNow(memoryWords).source[source]
}

/** A quote that fits in a few lines; whole words, and a mark where it was cut. */
export function excerpt(text: string, most = 220): string {
  const plain = text.replace(/\s+/g, ' ').trim()
  if (plain.length <= most) return plain
  const cut = plain.slice(0, most)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), most - 30))}…`
}
