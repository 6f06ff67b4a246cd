/** The programs that one let in, and what has to be put where to let another one in. */
import { useState } from 'react'
import useSWR from 'swr'
import { connectedPrograms, paths } from '../../api/endpoints'
import { inOneLine } from '../../api/sentences'
import type { ConnectedProgram } from '../../api/types'
import { useWords, wordsNow } from '../../language/words'
import { Button } from '../../ui/button'
import { day, moment } from '../../ui/dates'
import { Dialog } from '../../ui/dialog'
import { Notice, TroubleText } from '../../ui/notice'
import { useToasts } from '../../ui/toast'
import { Section } from '../settings/section'
import { SetUp } from './set-up'
import { programsWords } from './words'

export default function ProgramsPart() {
  const { connected: says, setup } = useWords(programsWords)
  const { data, error, mutate } = useSWR(paths.programs, connectedPrograms.list)
  if (error) {
    return (
      <Notice tone="rust">
        <TroubleText error={error} />
      </Notice>
    )
  }
  return (
    <>
      <Section title={setup.title} lead={setup.lead}>
        {data && <SetUp address={data.address} />}
      </Section>
      <Section title={says.title} lead={says.lead}>
        {data && <Connected programs={data.programs} onEnded={() => mutate()} />}
      </Section>
    </>
  )
}

function Connected({ programs, onEnded }: { programs: ConnectedProgram[]; onEnded: () => Promise<unknown> }) {
  const says = useWords(programsWords).connected
  const { show } = useToasts()
  const [doomed, setDoomed] = useState<ConnectedProgram | null>(null)

  async function end(program: ConnectedProgram) {
    setDoomed(null)
    try {
      await connectedPrograms.end(program.id)
      await onEnded()
      show(says.ended)
    } catch (failure) {
      show(inOneLine(failure))
    }
  }

  if (programs.length === 0) return <p className="text-[0.9375rem] text-ink-faint">{says.none}</p>
  return (
    <>
      <ul aria-label={says.list} className="divide-y divide-line border-line border-y">
        {programs.map((program) => (
          <li key={program.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3">
            <div className="min-w-0 flex-1 basis-60">
              <p className="truncate font-medium">{program.name}</p>
              <p className="text-ink-faint text-sm">{lifeOf(program)}</p>
            </div>
            <Button onClick={() => setDoomed(program)} aria-label={says.endOne(program.name)}>
              {says.end}
            </Button>
          </li>
        ))}
      </ul>
      {doomed && (
        <Dialog
          title={says.endAsked(doomed.name)}
          onClose={() => setDoomed(null)}
          actions={
            <>
              <Button onClick={() => setDoomed(null)}>{says.keep}</Button>
              <Button look="danger" onClick={() => void end(doomed)}>
                {says.end}
              </Button>
            </>
          }
        >
          {says.endMeans}
        </Dialog>
      )}
    </>
  )
}

function lifeOf(program: ConnectedProgram): string {
  const { connected, short } = wordsNow(programsWords)
  const named = short as Partial<Record<string, string>>
  const used = program.lastUsedAt
    ? connected.lastUsed(moment(program.lastUsedAt), program.lastPlace ?? '')
    : connected.neverUsed
  const may = program.scopes.map((scope) => named[scope] ?? scope).join(', ')
  return [may, connected.since(day(program.createdAt)), used].join(' · ')
}
