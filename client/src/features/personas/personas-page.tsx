/** Who answers: one's own personas, those of one's organization, and those that are here for everybody. */
import { type ChangeEvent, useRef } from 'react'
import { personas as api } from '../../api/endpoints'
import type { Persona } from '../../api/types'
import { useWords } from '../../language/words'
import { Link, navigate } from '../../router'
import { Button } from '../../ui/button'
import { Face } from '../../ui/face'
import { PlusIcon } from '../../ui/icons'
import { Notice, TroubleText } from '../../ui/notice'
import { faceOfPersona } from '../conversation/faces'
import { PersonaPage } from './persona-page'
import { useDeed, usePersonas } from './use-personas'
import { personaWords } from './words'

export default function PersonasPage({ part }: { part: string | null }) {
  return (
    <div className="mx-auto w-full max-w-4xl px-5 pt-6 pb-24 sm:px-8 sm:pt-10">
      {part === null ? <AllPersonas /> : <PersonaPage key={part} id={part === 'new' ? null : part} />}
    </div>
  )
}

function AllPersonas() {
  const says = useWords(personaWords)
  const { data, error, mutate } = usePersonas()
  const mine = data?.filter((one) => one.origin === 'mine' && !one.isArchived)
  return (
    <>
      <div className="flex flex-wrap items-start gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-72">
          <h1 className="font-semibold font-serif text-3xl tracking-[-0.015em]">{says.title}</h1>
          <p className="mt-2 max-w-prose text-pretty text-ink-soft">{says.lead}</p>
        </div>
        <div className="flex flex-wrap gap-2">
          <BringIn />
          <Button look="solid" onClick={() => navigate('/personas/new')}>
            <PlusIcon /> {says.make}
          </Button>
        </div>
      </div>
      {error !== undefined && !data && (
        <div className="mt-8">
          <Notice tone="rust" actions={<Button onClick={() => void mutate()}>{says.retry}</Button>}>
            <TroubleText error={error} />
          </Notice>
        </div>
      )}
      {!data && error === undefined && (
        <p role="status" className="mt-8 text-ink-faint">
          {says.loading}
        </p>
      )}
      {mine?.length === 0 && (
        <div className="mt-10 max-w-prose rounded-2xl border border-line border-dashed p-6">
          <p className="font-semibold font-serif text-xl">{says.none}</p>
          <p className="mt-2 text-pretty text-ink-soft">{says.noneLead}</p>
        </div>
      )}
      {data && (
        <>
          <Group title={says.mine} personas={mine ?? []} />
          <Group
            title={says.shared}
            personas={data.filter((one) => one.origin === 'shared' && !one.isArchived)}
          />
          <Group
            title={says.bundled}
            personas={data.filter((one) => one.origin === 'bundled' || one.origin === 'operator')}
          />
          <Group title={says.away} personas={data.filter((one) => one.isArchived)} />
        </>
      )}
    </>
  )
}

function Group({ title, personas }: { title: string; personas: Persona[] }) {
  const says = useWords(personaWords)
  if (personas.length === 0) return null
  return (
    <section aria-label={title} className="mt-10">
      <h2 className="font-semibold font-serif text-xl">{title}</h2>
      <ul className="mt-3 divide-y divide-line rounded-2xl border border-line bg-raised">
        {personas.map((one) => (
          <li key={one.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
            <Face of={faceOfPersona(one)} size={2.25} />
            <div className="min-w-0 flex-1 basis-48">
              <Link href={`/personas/${one.id}`} className="font-medium hover:underline">
                {one.name}
              </Link>
              {one.visibility === 'org' && one.origin === 'mine' && (
                <span className="ml-2 rounded-md bg-kelp-wash px-1.5 py-0.5 text-kelp text-xs">
                  {says.sharedMark}
                </span>
              )}
              <p className="text-pretty text-ink-soft text-sm">{one.description}</p>
            </div>
            {!one.isArchived && (
              <Button aria-label={says.talkTo(one.name)} onClick={() => navigate(`/?persona=${one.id}`)}>
                {says.talk}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function BringIn() {
  const says = useWords(personaWords)
  const file = useRef<HTMLInputElement>(null)
  const deed = useDeed()

  async function bring(event: ChangeEvent<HTMLInputElement>) {
    const sent = event.target.files?.[0]
    event.target.value = ''
    if (!sent) return
    await deed(async () => {
      const made = await api.bringIn(sent)
      navigate(`/personas/${made.id}`)
      return says.made(made.name)
    })
  }

  return (
    <>
      <input
        ref={file}
        type="file"
        accept=".zip,application/zip"
        aria-label={says.bringInLabel}
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => void bring(event)}
      />
      <Button onClick={() => file.current?.click()}>{says.bringIn}</Button>
    </>
  )
}
