import { useState } from 'react'
import useSWR from 'swr'
import { memory } from '../../api/endpoints'
import type { Entity } from '../../api/types'
import { usePages } from '../../api/use-pages'
import { useWords } from '../../language/words'
import { day } from '../../ui/dates'
import { More } from '../../ui/more'
import { Notice, TroubleText } from '../../ui/notice'
import { FactList } from './fact-list'
import { inChatWords } from './in-chat/words'
import type { PartProps } from './parts'
import { Picture } from './picture'
import { useFacts } from './use-facts'
import { useFollowing } from './use-refresh'
import { useSettled } from './use-settled'
import { memoryWords } from './words'

/** Who and what is spoken of: as a picture, and each with what is known of it. */
export function PeoplePart(props: PartProps) {
  const says = useWords(memoryWords).people
  const { asOf } = props
  const { data: drawn, error } = useSWR(`/memory/graph ${asOf ?? 'now'}`, () => memory.graph(asOf))
  const [words, setWords] = useState('')
  const query = useSettled(words.trim())
  const pages = useFollowing(
    usePages(`/memory/entities ${query} ${asOf ?? 'now'}`, async (cursor) => {
      const page = await memory.entities({ query, asOf }, cursor)
      return { items: page.entities, nextCursor: page.nextCursor }
    }),
  )
  const [openId, setOpenId] = useState<string | null>(null)
  return (
    <>
      {error && (
        <div className="mt-6">
          <Notice tone="rust">
            <TroubleText error={error} />
          </Notice>
        </div>
      )}
      {drawn && drawn.edges.length > 0 && <Picture drawn={drawn} chosenId={openId} onChoose={setOpenId} />}
      <input
        type="search"
        aria-label={says.search}
        placeholder={says.search}
        value={words}
        maxLength={200}
        onChange={(event) => setWords(event.target.value)}
        className="mt-6 h-11 w-full rounded-lg border border-line-strong bg-raised px-3 text-base placeholder:text-ink-faint hover:border-ink-faint"
      />
      <ul className="mt-4">
        {pages.items?.map((entity) => (
          <EntityRow
            key={entity.id}
            entity={entity}
            isOpen={entity.id === openId}
            onToggle={() => setOpenId(entity.id === openId ? null : entity.id)}
            {...props}
          />
        ))}
      </ul>
      {pages.items?.length === 0 && (
        <p className="mt-8 text-center text-ink-soft">{query ? says.nobody : says.nobodyYet}</p>
      )}
      <More pages={pages} />
    </>
  )
}

interface EntityRowProps extends PartProps {
  entity: Entity
  isOpen: boolean
  onToggle: () => void
}

function EntityRow({ entity, isOpen, onToggle, asOf, onForgotten }: EntityRowProps) {
  const says = useWords(memoryWords).people
  const { facts } = useWords(inChatWords).learned
  const kinds: Readonly<Record<string, string>> = says.kinds
  return (
    <li data-testid="entity" className="border-line border-b">
      <h2>
        <button
          type="button"
          id={`entity-${entity.id}`}
          aria-expanded={isOpen}
          onClick={onToggle}
          className="flex w-full flex-wrap items-baseline gap-x-3 rounded-lg py-3 text-left hover:text-kelp-deep"
        >
          <span className="font-medium font-serif text-[1.0625rem]">{entity.name}</span>
          <span className="text-ink-faint text-sm">
            {[entity.relation ? says.yours(entity.relation) : kinds[entity.kind], facts(entity.facts)]
              .filter(Boolean)
              .join(' · ')}
          </span>
          <span className="ml-auto text-ink-faint text-sm">
            {says.lastNamed(day(entity.lastMentionedAt))}
          </span>
        </button>
      </h2>
      {isOpen && <Known entity={entity} asOf={asOf} onForgotten={onForgotten} />}
    </li>
  )
}

function Known({ entity, asOf, onForgotten }: PartProps & { entity: Entity }) {
  const words = useWords(memoryWords)
  const pages = useFacts({ entityId: Number(entity.id), asOf })
  return (
    <div className="-mt-4 pb-6 pl-4">
      {pages.items && pages.items.length > 0 && (
        <FactList facts={pages.items} isPast={asOf !== null} onForgotten={onForgotten} />
      )}
      {pages.items?.length === 0 && (
        <p className="pt-6 text-ink-faint">{words.people.nothingNoted(entity.mentions, entity.name)}</p>
      )}
      <More pages={pages} label={words.showMoreFacts} />
    </div>
  )
}
