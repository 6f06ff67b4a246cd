import type { Fact } from '../../api/types'
import { toSecondPerson } from '../../language/second-person'

/** As a sentence to the person: the memory notes "Lives in Porto", people read "You live in Porto". */
export function inSentence({ subject, predicate, source, text }: Fact): string {
  if (subject !== 'user' || predicate === 'states' || source === 'person') return text
  return toSecondPerson(text) ?? text
}
