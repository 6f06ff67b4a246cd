/** Where documents are fetched from by themselves: each with how it went, and more of them by a form. */
import { useState } from 'react'
import useSWR from 'swr'
import { connectors, paths } from '../../api/endpoints'
import type { Connector, Person } from '../../api/types'
import { useWords } from '../../language/words'
import { Link } from '../../router'
import { Button } from '../../ui/button'
import { LeftIcon, PlusIcon } from '../../ui/icons'
import { Notice, TroubleText } from '../../ui/notice'
import { useTitle } from '../../ui/use-title'
import { AddSource } from './source-dialogs'
import { SourceRow } from './source-row'
import { useRights } from './targets'
import { libraryWords } from './words'

const LOOKS_AGAIN_MS = 1500
const LOOKS_NOW_AND_THEN_MS = 30_000

export function SourcesView({ person }: { person: Person }) {
  const words = useWords(libraryWords)
  const says = words.sources
  const rights = useRights(person)
  const [isAdding, setAdding] = useState(false)
  const { data, error, mutate } = useSWR(paths.connectors, connectors.list, {
    refreshInterval: (latest) => (latest?.some(isBeingFetched) ? LOOKS_AGAIN_MS : LOOKS_NOW_AND_THEN_MS),
    dedupingInterval: LOOKS_AGAIN_MS,
  })
  useTitle(says.title)
  const again = () => void mutate()
  const addButton = (
    <Button look="solid" onClick={() => setAdding(true)}>
      <PlusIcon /> {says.add}
    </Button>
  )
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
        {data && data.length > 0 && addButton}
      </div>
      <div className="mt-6">
        {data === undefined && !error && (
          <p role="status" className="text-ink-faint">
            {words.loading}
          </p>
        )}
        {data === undefined && error && (
          <Notice tone="rust" actions={<Button onClick={again}>{words.again}</Button>}>
            <TroubleText error={error} />
          </Notice>
        )}
        {data?.length === 0 && (
          <div className="rounded-2xl border border-line-strong border-dashed px-6 py-10 sm:px-10">
            <p className="font-semibold font-serif text-xl">{says.empty.title}</p>
            <p className="mt-2 mb-5 max-w-prose text-pretty text-ink-soft">{says.empty.lead}</p>
            {addButton}
          </div>
        )}
        {data && data.length > 0 && (
          <ul aria-label={says.list} className="divide-y divide-line border-line border-y">
            {data.map((one) => (
              <SourceRow key={one.id} source={one} rights={rights} onChanged={again} />
            ))}
          </ul>
        )}
      </div>
      {isAdding && (
        <AddSource
          targets={rights.targets.filter((one) => one.mayAdd)}
          isAdmin={person.isAdmin}
          onAdded={again}
          onClose={() => setAdding(false)}
        />
      )}
    </div>
  )
}

function isBeingFetched({ status }: Connector): boolean {
  return status === 'waiting' || status === 'syncing'
}
