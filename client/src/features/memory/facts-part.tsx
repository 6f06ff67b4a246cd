import { useState } from 'react'
import useSWR from 'swr'
import { memory } from '../../api/endpoints'
import { number } from '../../language/formats'
import { useWords } from '../../language/words'
import { Button } from '../../ui/button'
import { CloseIcon, SearchIcon } from '../../ui/icons'
import { More } from '../../ui/more'
import { FactList } from './fact-list'
import { kindName } from './fact-words'
import type { PartProps } from './parts'
import { useFacts } from './use-facts'
import { useSettled } from './use-settled'
import { memoryWords } from './words'

/** Facts under what they are about; found by words, by kind, and by when they were believed. */
export function FactsPart({ asOf, onForgotten }: PartProps) {
  const said = useWords(memoryWords)
  const says = said.facts
  const [words, setWords] = useState('')
  const [kind, setKind] = useState<string | null>(null)
  const [withPast, setWithPast] = useState(false)
  const query = useSettled(words.trim())
  const pages = useFacts({ query, kind, asOf, includeRetired: withPast && !asOf })
  const { data: counted } = useSWR(`/memory/kinds ${asOf ?? 'now'}`, () => memory.kinds(asOf))
  const kinds = counted?.kinds ?? []
  const isNarrowed = query !== '' || kind !== null

  return (
    <>
      <div className="mt-5 flex flex-wrap items-center gap-3">
        <div className="relative min-w-0 flex-1 basis-64">
          <SearchIcon className="-translate-y-1/2 pointer-events-none absolute top-1/2 left-3 text-ink-faint" />
          <input
            type="search"
            aria-label={says.search}
            placeholder={says.search}
            value={words}
            maxLength={200}
            onChange={(event) => setWords(event.target.value)}
            className="h-11 w-full rounded-lg border border-line-strong bg-raised pr-3 pl-9.5 text-base placeholder:text-ink-faint hover:border-ink-faint"
          />
        </div>
        {!asOf && (
          <label className="flex min-h-10 items-center gap-2.5 text-[0.9375rem] text-ink-soft">
            <input
              type="checkbox"
              checked={withPast}
              onChange={(event) => setWithPast(event.target.checked)}
              className="size-4 accent-(--kelp)"
            />
            {says.before}
          </label>
        )}
      </div>
      {kinds.length > 1 && (
        <fieldset className="mt-3 flex flex-wrap gap-1.5">
          <legend className="sr-only">{says.about}</legend>
          {kinds.map((one) => (
            <button
              key={one.kind}
              type="button"
              aria-pressed={kind === one.kind}
              onClick={() => setKind(kind === one.kind ? null : one.kind)}
              className="inline-flex min-h-8 items-center gap-1.5 rounded-full border border-line px-3 text-ink-soft text-sm hover:border-ink-faint aria-pressed:border-kelp aria-pressed:bg-kelp-wash aria-pressed:font-medium aria-pressed:text-kelp-deep pointer-coarse:min-h-10"
            >
              {kindName(one.kind)}
              <span className="text-ink-faint tabular-nums">{number(one.facts)}</span>
              {kind === one.kind && <CloseIcon className="size-3.5" />}
            </button>
          ))}
        </fieldset>
      )}
      {pages.items && pages.items.length > 0 && (
        <FactList facts={pages.items} isPast={asOf !== null} onForgotten={onForgotten} />
      )}
      {pages.items?.length === 0 && (
        <Empty isNarrowed={isNarrowed} isPast={asOf !== null} onWiden={() => [setWords(''), setKind(null)]} />
      )}
      <More pages={pages} label={said.showMoreFacts} />
    </>
  )
}

function Empty({
  isNarrowed,
  isPast,
  onWiden,
}: {
  isNarrowed: boolean
  isPast: boolean
  onWiden: () => void
}) {
  const says = useWords(memoryWords).facts
  if (isNarrowed)
    return (
      <div className="mt-10 text-center text-ink-soft">
        <p>{says.noMatch}</p>
        <Button className="mt-3" onClick={onWiden}>
          {says.showAll}
        </Button>
      </div>
    )
  if (isPast) return <p className="mt-10 text-center text-ink-soft">{says.nothingThen}</p>
  return (
    <div className="mt-10 rounded-2xl border border-line border-dashed px-6 py-10 text-center">
      <p className="font-serif text-xl">{says.nothing}</p>
      <p className="mx-auto mt-2 max-w-md text-pretty text-ink-soft">{says.nothingLead}</p>
    </div>
  )
}
