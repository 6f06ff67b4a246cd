/** What is entered of a server, and what of it goes out. What opens it never comes back, so what is left empty stays. */
import type { ReactNode } from 'react'
import type { Connection, ConnectionChange, ConnectionScope, ConnectionWish } from '../../api/types'
import { useWords } from '../../language/words'
import { AreaField, Field, PasswordField } from '../../ui/field'
import { written } from '../library/form-dialog'
import { Pairs, pairsOf } from './pairs'
import { changesOf, givenOf, linesOf } from './paste'
import { connectionWords } from './words'

interface ConnectionFieldsProps {
  kind: Connection['kind']
  /** That is edited. */
  server?: Connection
}

export function ConnectionFields({ kind, server }: ConnectionFieldsProps) {
  const says = useWords(connectionWords).form
  return (
    <>
      <Field
        label={says.name}
        name="name"
        required
        maxLength={100}
        autoComplete="off"
        defaultValue={server?.name}
        hint={server ? undefined : says.nameHint}
      />
      {kind === 'http' ? <OfAddress server={server} /> : <OfProgram server={server} />}
    </>
  )
}

function OfAddress({ server }: { server: Connection | undefined }) {
  const says = useWords(connectionWords).form
  const hint = server ? `${server.hasHiddenQuery ? says.hidden : ''} ${says.otherHost}` : says.addressHint
  return (
    <>
      <Field
        label={says.address}
        name="url"
        inputMode="url"
        required
        maxLength={2000}
        autoComplete="off"
        spellCheck={false}
        defaultValue={server?.url ?? undefined}
        hint={hint.trim()}
      />
      <Part title={says.headers} lead={says.headersLead} isOpen={(server?.headerNames.length ?? 0) > 0}>
        <Pairs
          name="headers"
          kept={server?.headerNames ?? []}
          first="Authorization"
          labels={[says.headerName, says.headerValue]}
        />
      </Part>
      <Part title={says.client} lead={says.clientLead} isOpen={server?.auth != null}>
        <Field
          label={says.clientId}
          name="clientId"
          autoComplete="off"
          maxLength={1000}
          defaultValue={server?.auth?.clientId}
        />
        <PasswordField
          label={says.clientSecret}
          name="clientSecret"
          autoComplete="new-password"
          maxLength={4000}
          hint={server?.auth?.hasClientSecret ? says.clientSecretHint : undefined}
        />
        <Field
          label={says.clientScope}
          name="clientScope"
          autoComplete="off"
          maxLength={1000}
          defaultValue={server?.auth?.scope ?? undefined}
        />
      </Part>
    </>
  )
}

function OfProgram({ server }: { server: Connection | undefined }) {
  const says = useWords(connectionWords).form
  return (
    <>
      <Field
        label={says.command}
        name="command"
        required
        maxLength={2000}
        autoComplete="off"
        spellCheck={false}
        defaultValue={server?.command ?? undefined}
        hint={says.commandHint}
      />
      <AreaField
        label={says.args}
        name="args"
        isCode
        defaultValue={server?.args.join('\n')}
        hint={says.argsHint}
      />
      <Part title={says.env} lead={says.envLead} isOpen={(server?.envNames.length ?? 0) > 0}>
        <Pairs name="env" kept={server?.envNames ?? []} labels={[says.envName, says.envValue]} />
      </Part>
    </>
  )
}

interface PartProps {
  title: string
  lead: string
  isOpen: boolean
  children: ReactNode
}

/** What few need. */
function Part({ title, lead, isOpen, children }: PartProps) {
  return (
    <details open={isOpen}>
      <summary className="w-fit rounded-md py-1 font-medium text-sm pointer-coarse:py-2.5">{title}</summary>
      <p className="mb-3 text-ink-faint text-sm">{lead}</p>
      <div className="flex flex-col gap-3">{children}</div>
    </details>
  )
}

export function wishOf(kind: Connection['kind'], scope: ConnectionScope, form: FormData): ConnectionWish {
  const name = written(form, 'name')
  if (kind === 'command') {
    const args = linesOf(written(form, 'args'))
    return { name, scope, command: written(form, 'command'), args, env: givenOf(pairsOf(form, 'env')) }
  }
  const clientId = written(form, 'clientId')
  return {
    name,
    scope,
    url: written(form, 'url'),
    headers: givenOf(pairsOf(form, 'headers')),
    ...(clientId ? { auth: clientOf(form, clientId) } : {}),
  }
}

export function changeOf(server: Connection, form: FormData): ConnectionChange {
  const name = written(form, 'name')
  if (server.kind === 'command') {
    const command = written(form, 'command')
    const args = linesOf(written(form, 'args'))
    const env = changesOf(server.envNames, pairsOf(form, 'env'))
    return { name, command, args, env }
  }
  const url = written(form, 'url')
  return {
    name,
    // An address that stays keeps what follows its question mark, which is not told.
    ...(url === server.url ? {} : { url }),
    headers: changesOf(server.headerNames, pairsOf(form, 'headers')),
    ...clientChange(server, form),
  }
}

function clientChange({ auth }: Connection, form: FormData): Pick<ConnectionChange, 'auth'> {
  const clientId = written(form, 'clientId')
  if (!clientId) return auth ? { auth: null } : {}
  const isSame = clientId === auth?.clientId && written(form, 'clientScope') === (auth.scope ?? '')
  return isSame && !written(form, 'clientSecret') ? {} : { auth: clientOf(form, clientId) }
}

function clientOf(form: FormData, clientId: string) {
  return {
    clientId,
    clientSecret: written(form, 'clientSecret') || null,
    scope: written(form, 'clientScope') || null,
  }
}
