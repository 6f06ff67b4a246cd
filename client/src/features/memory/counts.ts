/** What was learned, or forgotten, in words. */
import { list } from '../../language/formats'
import { wordsNow } from '../../language/words'
import { inChatWords } from './in-chat/words'

export type Counts = Record<string, number>

/** "3 facts, 1 open loop and 2 messages in memory"; null when there is nothing. */
export function learnedInWords({ facts = 0, loops = 0, turns = 0 }: Counts): string | null {
  const says = wordsNow(inChatWords).learned
  const told = [facts && says.facts(facts), loops && says.loops(loops), turns && says.turns(turns)]
  const found = told.filter((one) => typeof one === 'string')
  return found.length === 0 ? null : list(found)
}
