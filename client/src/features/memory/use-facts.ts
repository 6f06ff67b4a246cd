/** Facts page by page, each with the words it came from. */
import { memory } from '../../api/endpoints'
import type { Episode, Fact, FactQuestion } from '../../api/types'
import { type Pages, usePages } from '../../api/use-pages'
import { useFollowing } from './use-refresh'

export interface ToldFact extends Fact {
  /** What was said, oldest first. */
  words: Episode[]
}

export function useFacts(asked: FactQuestion): Pages<ToldFact> {
  return useFollowing(
    usePages(`/memory/facts ${JSON.stringify(asked)}`, async (cursor) => {
      const page = await memory.facts(asked, cursor)
      return { items: await withWords(page.facts), nextCursor: page.nextCursor }
    }),
  )
}

/** At most this many a fact: what was said a hundred times is shown by its last few. */
const MOST_WORDS = 3
/** What one question to the server may name. */
const AT_ONCE = 400

export async function withWords(facts: Fact[]): Promise<ToldFact[]> {
  const named = new Set(facts.flatMap((fact) => lastFew(fact).map((one) => one.episodeId)))
  const ids = [...named].slice(0, AT_ONCE)
  const found = ids.length > 0 ? await memory.episodes(ids) : []
  const byId = new Map(found.map((episode) => [episode.id, episode]))
  return facts.map((fact) => ({
    ...fact,
    words: lastFew(fact).flatMap(({ episodeId }) => byId.get(episodeId) ?? []),
  }))
}

function lastFew(fact: Fact): Fact['evidence'] {
  return fact.evidence.slice(-MOST_WORDS)
}
