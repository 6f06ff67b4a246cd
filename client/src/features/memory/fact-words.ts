/** How facts are told. Pure, so its tests are tables. */
import type { Fact } from '../../api/types'

/** As a sentence to the person: the memory notes "Lives in Porto", people read "You live in Porto". */
export function inSentence({ subject, predicate, source, text }: Fact): string {
  if (subject !== 'user' || predicate === 'states' || source === 'person') return text
  const [first = '', ...rest] = text.split(' ')
  if (first === 'Favorite') return ['Your favorite', ...rest].join(' ')
  const verb = secondPerson(first.toLowerCase())
  return verb ? ['You', verb, ...rest].join(' ') : text
}

const IRREGULAR: Record<string, string> = { is: 'are', has: 'have', was: 'were', does: 'do' }
/** Words that stay as they are, and those that only look like a verb. */
const PAST =
  /(ed|ought|aught)$|^(can|could|will|would|may|might|must|used|had|got|went|gave|took|met|paid|ran|swam|built|made|wrote|sold|won|lost|left|began|found|held|kept|knew|grew|saw|told|said|spent|taught|became|hurt|quit)$/
const NO_VERB = /^(always|sometimes|perhaps|besides|his|hers|ours|theirs|this|thus|yes|its|as|us|plus|minus)$/

function secondPerson(verb: string): string | null {
  if (IRREGULAR[verb]) return IRREGULAR[verb]
  if (NO_VERB.test(verb)) return null
  if (PAST.test(verb)) return verb
  if (/.{2}ies$/.test(verb)) return `${verb.slice(0, -3)}y`
  if (/(ss|sh|ch|x|zz|o)es$/.test(verb)) return verb.slice(0, -2)
  return /[^su']s$/.test(verb) ? verb.slice(0, -1) : null
}

const KINDS: Record<string, string> = {
  food: 'Food and drink',
  health: 'Health',
  fitness: 'Sport and fitness',
  home: 'Home',
  work: 'Work',
  study: 'Learning',
  family: 'Family and friends',
  pets: 'Animals',
  money: 'Money',
  time: 'Time and dates',
  travel: 'Travel',
  faith: 'Beliefs',
  sleep: 'Sleep',
  communication: 'Names and how we talk',
  leisure: 'Free time',
  clothes: 'Clothes',
  devices: 'Devices',
  feelings: 'Feelings',
  plans: 'Plans',
  other: 'Other',
}

export function kindName(kind: string): string {
  return KINDS[kind] ?? kind.charAt(0).toUpperCase() + kind.slice(1)
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
    name: kind === PINNED ? 'Pinned' : kindName(kind),
    facts: of,
  }))
}

const ENDINGS: Record<string, string> = {
  superseded: 'Something newer took its place',
  contradicted: 'You said it is no longer so',
  edited: 'You corrected it',
  withdrawn: 'You said it is not true',
  folded: 'It was noted twice, and is kept once',
}

/** Why it is no longer believed. */
export function ending(because: string | null): string {
  return because === null ? '' : (ENDINGS[because] ?? 'No longer believed')
}

const SOURCES: Record<Fact['source'], string> = {
  model: 'Understood by the model',
  rules: 'Understood by rules',
  person: 'In your own words',
}

export function sourceName(source: Fact['source']): string {
  return SOURCES[source]
}

/** A quote that fits in a few lines; whole words, and a mark where it was cut. */
export function excerpt(text: string, most = 220): string {
  const plain = text.replace(/\s+/g, ' ').trim()
  if (plain.length <= most) return plain
  const cut = plain.slice(0, most)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), most - 30))}…`
}
