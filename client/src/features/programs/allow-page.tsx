/** A program asks to be let in: who it is, what it wants, and where the answer goes. Nobody is sent anywhere unasked. */
import { type FormEvent, useEffect, useState } from 'react'
import { connectedPrograms } from '../../api/endpoints'
import { ApiError } from '../../api/http'
import type { AskingProgram, ProgramConsent, ProgramScope } from '../../api/types'
import { useWords } from '../../language/words'
import { useSearch } from '../../router'
import { Button } from '../../ui/button'
import { Notice, TroubleText } from '../../ui/notice'
import { useTitle } from '../../ui/use-title'
import { askedIn } from './asked'
import { programsWords } from './words'

export default function AllowPage() {
  const says = useWords(programsWords).allow
  const search = useSearch().toString()
  useTitle(says.page)
  return (
    <div className="mx-auto flex min-h-full w-full max-w-md flex-col justify-center gap-6 px-5 py-10">
      <Asked key={search} asked={askedIn(new URLSearchParams(search))} />
    </div>
  )
}

function Asked({ asked }: { asked: AskingProgram }) {
  const says = useWords(programsWords).allow
  const [consent, setConsent] = useState<ProgramConsent | null>(null)
  const [error, setError] = useState<unknown>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address is another one of these
  useEffect(() => {
    let isGone = false
    connectedPrograms.look(asked).then(
      (found) => !isGone && setConsent(found),
      (failure) => !isGone && setError(failure),
    )
    return () => {
      isGone = true
    }
  }, [])

  if (error !== null) {
    return (
      <>
        <Head title={says.failed} lead={says.failedLead} />
        <Notice tone="rust" testId="allow-error">
          <Fault error={error} />
        </Notice>
      </>
    )
  }
  if (consent === null) return <p role="status">{says.looking}</p>
  return <Answer asked={asked} consent={consent} onError={setError} />
}

interface AnswerProps {
  asked: AskingProgram
  consent: ProgramConsent
  onError: (error: unknown) => void
}

function Answer({ asked, consent, onError }: AnswerProps) {
  const { allow: says, may } = useWords(programsWords)
  const [isBusy, setBusy] = useState(false)
  const [isEmpty, setEmpty] = useState(false)

  async function answer(isAllowed: boolean, scopes: ProgramScope[]) {
    setBusy(true)
    try {
      const { address } = await connectedPrograms.answer({ ...asked, isAllowed, scopes })
      location.assign(address)
    } catch (failure) {
      onError(failure)
    }
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const scopes = new FormData(event.currentTarget).getAll('scope') as ProgramScope[]
    setEmpty(scopes.length === 0)
    if (scopes.length > 0) void answer(true, scopes)
  }

  return (
    <>
      <Head title={says.title(consent.name)} lead={says.lead} />
      <form onSubmit={submit} className="flex flex-col gap-6">
        <fieldset>
          <legend className="mb-2 font-medium text-sm">{says.mayDo}</legend>
          <ul className="divide-y divide-line border-line border-y">
            {consent.scopes.map((scope) => (
              <li key={scope}>
                <label className="flex items-center gap-3 py-3 text-[0.9375rem]">
                  <input type="checkbox" name="scope" value={scope} defaultChecked className="size-4" />
                  {may[scope]}
                </label>
              </li>
            ))}
          </ul>
          {isEmpty && (
            <p role="alert" className="mt-1.5 text-rust text-sm">
              {says.nothing}
            </p>
          )}
        </fieldset>
        <div className="text-pretty text-ink-faint text-sm">
          <p className="break-words">{goesTo(consent.goesTo, says)}</p>
          <p className="mt-1">{isBusy ? says.gone : says.ends}</p>
        </div>
        <div className="flex flex-wrap gap-2.5">
          <Button type="submit" look="solid" disabled={isBusy}>
            {says.allow}
          </Button>
          <Button disabled={isBusy} onClick={() => void answer(false, [])}>
            {says.deny}
          </Button>
        </div>
      </form>
    </>
  )
}

function Head({ title, lead }: { title: string; lead: string }) {
  return (
    <div>
      <h1 className="text-balance break-words font-semibold font-serif text-3xl tracking-[-0.015em]">
        {title}
      </h1>
      <p className="mt-2 text-pretty text-ink-soft">{lead}</p>
    </div>
  )
}

function Fault({ error }: { error: unknown }) {
  const { codes } = useWords(programsWords).allow
  const told = error instanceof ApiError ? (codes as Partial<Record<string, string>>)[error.code] : undefined
  return told ? <p>{told}</p> : <TroubleText error={error} />
}

interface Places {
  goesTo: (where: string) => string
  goesHere: string
  goesToProgram: (scheme: string) => string
}

function goesTo(where: string, says: Places): string {
  if (where === '127.0.0.1' || where === '::1' || where === 'localhost') return says.goesHere
  return where.endsWith(':') ? says.goesToProgram(where) : says.goesTo(where)
}
