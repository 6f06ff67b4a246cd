/** Which documents one's own answers were told of and which they cite, and which were of no use for how long. */
import { useState } from 'react'
import useSWR from 'swr'
import { documents } from '../../api/endpoints'
import type { DocumentAnalytics, Person } from '../../api/types'
import { number } from '../../language/formats'
import { useWords } from '../../language/words'
import { Link } from '../../router'
import { Button } from '../../ui/button'
import { day } from '../../ui/dates'
import { LeftIcon } from '../../ui/icons'
import { Notice, TroubleText } from '../../ui/notice'
import { Select } from '../../ui/select'
import { useTitle } from '../../ui/use-title'
import { useRights } from './targets'
import { libraryWords } from './words'

const PERIODS = [7, 30, 90, 365]
const USUAL = 30

export function UseView({ person }: { person: Person }) {
  const words = useWords(libraryWords)
  const says = words.use
  const [days, setDays] = useState(USUAL)
  const { data, error, mutate } = useSWR(`document-analytics ${days}`, () => documents.analytics(days), {
    keepPreviousData: true,
  })
  useTitle(says.title)
  return (
    <div className="mx-auto w-full max-w-4xl px-5 pt-6 pb-24 sm:px-8 sm:pt-8">
      <Link
        href="/documents"
        className="-ml-1 inline-flex min-h-9 items-center gap-1 rounded-md text-ink-soft text-sm hover:text-ink pointer-coarse:min-h-11"
      >
        <LeftIcon /> {words.document.back}
      </Link>
      <div className="mt-2 flex flex-wrap items-start gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-72">
          <h1 className="font-semibold font-serif text-3xl tracking-[-0.015em]">{says.title}</h1>
          <p className="mt-2 max-w-prose text-pretty text-ink-soft">{says.lead}</p>
        </div>
        <Select
          label={says.period}
          isBare
          className="basis-48 max-sm:grow"
          value={days}
          onChange={(event) => setDays(Number(event.target.value))}
        >
          {PERIODS.map((count) => (
            <option key={count} value={count}>
              {says.days(count)}
            </option>
          ))}
        </Select>
      </div>
      <div className="mt-6">
        {data === undefined && !error && (
          <p role="status" className="text-ink-faint">
            {words.loading}
          </p>
        )}
        {data === undefined && error && (
          <Notice tone="rust" actions={<Button onClick={() => void mutate()}>{words.again}</Button>}>
            <TroubleText error={error} />
          </Notice>
        )}
        {data && <Figures told={data} person={person} />}
      </div>
    </div>
  )
}

function Figures({ told, person }: { told: DocumentAnalytics; person: Person }) {
  const says = useWords(libraryWords).use
  const { items, unusedItems } = told
  const whose = useWhose(person)
  if (told.documents === 0 && items.length === 0)
    return (
      <div className="rounded-2xl border border-line-strong border-dashed px-6 py-10 sm:px-10">
        <p className="font-semibold font-serif text-xl">{says.empty.title}</p>
        <p className="mt-2 max-w-prose text-pretty text-ink-soft">{says.empty.lead}</p>
      </div>
    )
  return (
    <>
      <dl className="grid gap-3 sm:grid-cols-3">
        <Figure name={says.answers} count={told.answers} />
        <Figure name={says.cited} count={told.cited} />
        <Figure name={says.unused(number(told.documents))} count={told.unused} />
      </dl>
      <Part id="documents-used" title={says.usedTitle} none={items.length === 0 ? says.noneUsed : null}>
        {items.map(({ documentId, title, target, answers, cited, lastAt }) => (
          <Row key={documentId} documentId={documentId} title={title} whose={whose(target)}>
            {says.told(answers)} · {cited > 0 ? says.cites(cited) : says.citesNone} · {says.last(day(lastAt))}
          </Row>
        ))}
      </Part>
      <Part
        id="documents-unused"
        title={says.unusedTitle}
        none={unusedItems.length === 0 ? says.allUsed : null}
      >
        {unusedItems.map(({ documentId, title, target, createdAt, lastAt }) => (
          <Row key={documentId} documentId={documentId} title={title} whose={whose(target)}>
            {lastAt === null ? says.never : says.last(day(lastAt))} · {says.brought(day(createdAt))}
          </Row>
        ))}
      </Part>
      {unusedItems.length < told.unused && (
        <p className="mt-3 text-ink-faint text-sm">{says.more(told.unused - unusedItems.length)}</p>
      )}
    </>
  )
}

function Figure({ name, count }: { name: string; count: number }) {
  return (
    <div className="flex flex-col-reverse justify-end rounded-xl border border-line bg-raised px-4 py-3">
      <dt className="text-pretty text-ink-soft text-sm">{name}</dt>
      <dd className="font-semibold font-serif text-2xl tabular-nums">{number(count)}</dd>
    </div>
  )
}

interface PartProps {
  id: string
  title: string
  none: string | null
  children: React.ReactNode
}

function Part({ id, title, none, children }: PartProps) {
  return (
    <section aria-labelledby={id} className="mt-8">
      <h2 id={id} className="font-semibold font-serif text-xl">
        {title}
      </h2>
      {none && <p className="mt-2 max-w-prose text-pretty text-ink-faint">{none}</p>}
      <ul className="mt-3 divide-y divide-line border-line border-y empty:hidden">{children}</ul>
    </section>
  )
}

interface RowProps {
  documentId: string
  title: string
  whose: string | null
  children: React.ReactNode
}

function Row({ documentId, title, whose, children }: RowProps) {
  return (
    <li className="py-2.5">
      <p className="flex min-w-0 items-baseline gap-2">
        <Link
          href={`/documents/${documentId}`}
          title={title}
          className="min-w-0 truncate rounded-sm font-medium hover:underline"
        >
          {title}
        </Link>
        {whose && <span className="shrink-0 text-ink-faint text-sm">{whose}</span>}
      </p>
      <p className="text-ink-faint text-sm tabular-nums">{children}</p>
    </li>
  )
}

/** Whose a document is, where it is not one's own. */
function useWhose(person: Person): (target: string) => string | null {
  const { targets } = useRights(person)
  return (target) => (target === 'user' ? null : (targets.find(({ name }) => name === target)?.label ?? null))
}
