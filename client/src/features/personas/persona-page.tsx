/** One persona: what it is told to be, what one asks of it besides, and what can be done with it. */
import { type ReactNode, useState } from 'react'
import useSWR from 'swr'
import { personas as api, organizations, paths } from '../../api/endpoints'
import type { PersonaFields, WholePersona } from '../../api/types'
import { useWords } from '../../language/words'
import { Link, navigate } from '../../router'
import { Button } from '../../ui/button'
import { moment } from '../../ui/dates'
import { Dialog } from '../../ui/dialog'
import { Face } from '../../ui/face'
import { AreaField } from '../../ui/field'
import { LeftIcon } from '../../ui/icons'
import { Notice, TroubleText } from '../../ui/notice'
import { useToasts } from '../../ui/toast'
import { faceOfPersona } from '../conversation/faces'
import { PersonaForm } from './persona-form'
import { PersonaTools } from './persona-tools'
import { Sketch } from './sketch'
import { TryIt } from './try-it'
import { useDeed, usePersona, usePersonasChanged } from './use-personas'
import { personaWords } from './words'

const MOST_OF_INSTRUCTIONS = 4_000

export function PersonaPage({ id }: { id: string | null }) {
  const says = useWords(personaWords)
  return (
    <>
      <Link
        href="/personas"
        className="inline-flex items-center gap-1 rounded-md py-1 text-ink-soft text-sm hover:text-ink"
      >
        <LeftIcon /> {says.all}
      </Link>
      {id === null ? <NewPersona /> : <KnownPersona id={id} />}
    </>
  )
}

function NewPersona() {
  const says = useWords(personaWords)
  const { show } = useToasts()
  const changed = usePersonasChanged()
  const [first, setFirst] = useState<PersonaFields>()
  return (
    <>
      <h1 className="mt-3 font-semibold font-serif text-3xl tracking-[-0.015em]">{says.newTitle}</h1>
      <Sketch
        onSketched={(fields) => {
          setFirst(fields)
          show(says.sketched)
        }}
      />
      <PersonaForm
        key={first?.kernel ?? ''}
        first={first}
        isNew
        says={says.create}
        onSave={async (fields) => {
          const made = await api.make(fields)
          await changed()
          show(says.made(made.name))
          navigate(`/personas/${made.id}`, { replace: true })
        }}
      />
    </>
  )
}

function KnownPersona({ id }: { id: string }) {
  const says = useWords(personaWords)
  const { data, error, mutate } = usePersona(id)
  if (error !== undefined && !data) {
    return (
      <div className="mt-6">
        <Notice tone="rust" actions={<Button onClick={() => void mutate()}>{says.retry}</Button>}>
          <TroubleText error={error} />
        </Notice>
      </div>
    )
  }
  if (!data) {
    return (
      <p role="status" className="mt-6 text-ink-faint">
        {says.loading}
      </p>
    )
  }
  return <Persona persona={data} />
}

function Persona({ persona }: { persona: WholePersona }) {
  const says = useWords(personaWords)
  const { show } = useToasts()
  const changed = usePersonasChanged()
  const { fields, access } = persona
  return (
    <>
      <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-3">
        <Face of={faceOfPersona(persona)} size={3} />
        <div className="min-w-0 flex-1 basis-56">
          <h1 className="font-semibold font-serif text-3xl tracking-[-0.015em]">{persona.name}</h1>
          <p className="text-pretty text-ink-soft">{persona.description}</p>
        </div>
        <Deeds persona={persona} />
      </div>
      {!access.canEdit && (
        <p className="mt-6 max-w-prose text-pretty text-ink-soft">
          {fields ? says.published : says.notReadable}
        </p>
      )}
      {fields && access.canEdit && (
        <PersonaForm
          key={`form ${persona.version}`}
          first={fields}
          says={says.save}
          onSave={async (written) => {
            await api.change(persona.id, { ...written, expectedVersion: persona.version })
            await changed()
            show(says.saved)
          }}
        />
      )}
      {fields && !access.canEdit && (
        <details className="mt-4">
          <summary className="w-fit rounded-md py-1 text-ink-soft text-sm hover:text-ink">
            {says.kernel}
          </summary>
          <p className="mt-2 whitespace-pre-wrap rounded-xl border border-line bg-raised p-4 text-[0.9375rem]">
            {fields.kernel}
          </p>
        </details>
      )}
      {!persona.isArchived && <TryIt key={`tried ${persona.version}`} persona={persona} />}
      <Asked persona={persona} />
      {!persona.isArchived && <PersonaTools key={`tools ${persona.version}`} personaId={persona.id} />}
      {access.canEdit && <Versions persona={persona} />}
    </>
  )
}

function Asked({ persona }: { persona: WholePersona }) {
  const says = useWords(personaWords)
  const deed = useDeed()
  return (
    <section aria-label={says.asked} className="mt-10 max-w-2xl border-line border-t pt-6">
      <form
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          const told = String(new FormData(event.currentTarget).get('asked') ?? '')
          void deed(async () => {
            await api.ask(persona.id, told)
            return says.askedSaved
          })
        }}
      >
        <AreaField
          label={says.asked}
          name="asked"
          rows={3}
          maxLength={MOST_OF_INSTRUCTIONS}
          defaultValue={persona.instructions}
          hint={says.askedHint}
        />
        <div className="flex justify-end">
          <Button type="submit">{says.save}</Button>
        </div>
      </form>
    </section>
  )
}

function Deeds({ persona }: { persona: WholePersona }) {
  const says = useWords(personaWords)
  const deed = useDeed()
  const { data: organization } = useSWR(paths.organization, organizations.mine)
  const [isRemoving, setRemoving] = useState(false)
  const { access, visibility } = persona

  return (
    <div className="flex flex-wrap gap-2">
      {!persona.isArchived && (
        <Button look="solid" onClick={() => navigate(`/?persona=${persona.id}`)}>
          {says.talk}
        </Button>
      )}
      {access.canViewSettings && (
        <Button
          onClick={() =>
            void deed(async () => {
              const made = await api.duplicate(persona.id)
              navigate(`/personas/${made.id}`)
              return says.duplicated(made.name)
            })
          }
        >
          {says.duplicate}
        </Button>
      )}
      {access.canViewSettings && (
        <Plain href={api.exportAddress(persona.id)} isDownload>
          {says.takeOut}
        </Plain>
      )}
      {access.canEdit &&
        visibility === 'private' &&
        organization?.permissions.includes('personas.create') && (
          <Button
            onClick={() =>
              void deed(async () => {
                await api.change(persona.id, { visibility: 'org' })
                return says.isShared
              })
            }
          >
            {says.share}
          </Button>
        )}
      {access.canEdit && visibility === 'org' && persona.origin === 'mine' && (
        <Button
          onClick={() =>
            void deed(async () => {
              await api.change(persona.id, { visibility: 'private' })
              return says.isUnshared
            })
          }
        >
          {says.unshare}
        </Button>
      )}
      {access.canEdit && (
        <Button
          onClick={() =>
            void deed(async () => {
              await (persona.isArchived ? api.bringBack(persona.id) : api.putAway(persona.id))
              return persona.isArchived ? says.isBack : says.isAway
            })
          }
        >
          {persona.isArchived ? says.bringBack : says.putAway}
        </Button>
      )}
      {access.canEdit && (
        <Button look="warning" onClick={() => setRemoving(true)}>
          {says.remove}
        </Button>
      )}
      {isRemoving && (
        <Dialog
          title={says.removeTitle(persona.name)}
          onClose={() => setRemoving(false)}
          actions={
            <>
              <Button onClick={() => setRemoving(false)}>{says.cancel}</Button>
              <Button
                look="danger"
                onClick={() =>
                  void deed(async () => {
                    await api.remove(persona.id)
                    setRemoving(false)
                    navigate('/personas', { replace: true })
                    return says.removed
                  })
                }
              >
                {says.remove}
              </Button>
            </>
          }
        >
          <p>{says.removeLead}</p>
        </Dialog>
      )}
    </div>
  )
}

function Plain({ href, isDownload, children }: { href: string; isDownload: boolean; children: ReactNode }) {
  return (
    <a
      href={href}
      download={isDownload}
      className="inline-flex min-h-10 items-center justify-center rounded-lg border border-line-strong bg-raised px-4 font-medium text-[0.9375rem] hover:border-ink-faint"
    >
      {children}
    </a>
  )
}

function Versions({ persona }: { persona: WholePersona }) {
  const says = useWords(personaWords)
  const deed = useDeed()
  const { data } = useSWR(`persona-versions ${persona.id}`, () => api.versions(persona.id))
  const former = data?.filter((one) => one.number !== persona.version) ?? []
  if (former.length === 0) return null
  return (
    <details className="mt-8 max-w-2xl">
      <summary className="w-fit rounded-md py-1 text-ink-soft text-sm hover:text-ink">
        {says.versions} ({former.length})
      </summary>
      <ul className="mt-3 divide-y divide-line rounded-2xl border border-line bg-raised">
        {former.map((one) => (
          <li key={one.number} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
            <div className="min-w-0 flex-1 basis-48">
              <p className="font-medium text-[0.9375rem]">
                {says.version(one.number)}: {one.fields.name}
              </p>
              <p className="text-ink-faint text-sm">
                {moment(one.madeAt)}, {one.isYours ? says.byYou : says.byAnother}
              </p>
            </div>
            <Button
              aria-label={says.goBackTo(one.number)}
              onClick={() =>
                void deed(async () => {
                  await api.goBack(persona.id, one.number)
                  return says.wentBack(one.number)
                })
              }
            >
              {says.goBack}
            </Button>
          </li>
        ))}
      </ul>
    </details>
  )
}
