/** One server: how it fares, what it brings, and what can be done about it. */
import { useEffect, useRef, useState } from 'react'
import { connections } from '../../api/connections'
import type { Connection } from '../../api/types'
import { number } from '../../language/formats'
import { useWords } from '../../language/words'
import { useSearch } from '../../router'
import { Button } from '../../ui/button'
import { moment } from '../../ui/dates'
import { ConnectionMenu } from './connection-menu'
import { ConnectionTools } from './connection-tools'
import type { Connections } from './use-connections'
import { connectionWords } from './words'

export function ConnectionRow({ server, all }: { server: Connection; all: Connections }) {
  const says = useWords(connectionWords)
  const { id, name, state } = server
  const isBusy = all.busy.has(id)
  const isSought = useSearch().get('server') === id
  const row = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isSought) row.current?.scrollIntoView?.({ block: 'nearest' })
  }, [isSought])

  const signIn = () =>
    void all.attempt(async () => {
      location.assign(await connections.signIn(id, location.pathname))
      return undefined
    })
  return (
    <li ref={row} data-testid="connection" className="py-4">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
        <div className="min-w-0 flex-1 basis-64">
          <p className="flex flex-wrap items-baseline gap-x-2.5">
            <span className="min-w-0 break-words font-medium">{name}</span>
            <State server={server} isBusy={isBusy} />
          </p>
          <About server={server} />
          {server.error && !isBusy && state !== 'off' && state !== 'sign_in' && (
            <p className="mt-1 break-words text-rust text-sm">
              {says.fault(server.error.code, server.error.message)}
            </p>
          )}
        </div>
        <div className="flex items-center gap-2">
          {state === 'sign_in' && (
            <Button look="solid" aria-label={says.signInAt(name)} onClick={signIn}>
              {says.signIn}
            </Button>
          )}
          {state !== 'off' && (
            <Button
              aria-disabled={isBusy || undefined}
              aria-label={state === 'failed' ? says.reconnectOne(name) : says.testOne(name)}
              onClick={() => !isBusy && void all.check(id)}
            >
              {state === 'failed' ? says.reconnect : says.test}
            </Button>
          )}
          <ConnectionMenu server={server} all={all} onSignIn={signIn} />
        </div>
      </div>
      {server.tools > 0 && <ConnectionTools server={server} isOpenAtFirst={isSought} />}
    </li>
  )
}

const TONES = {
  new: 'text-ink-faint',
  ready: 'text-kelp',
  failed: 'text-rust',
  sign_in: 'text-amber',
  off: 'text-ink-faint',
} as const

function State({ server, isBusy }: { server: Connection; isBusy: boolean }) {
  const says = useWords(connectionWords)
  return (
    <span className={`text-sm ${TONES[isBusy ? 'new' : server.state]}`}>
      <span role="status">{isBusy ? says.connecting : says.states[server.state]}</span>
      {isBusy && <Seconds />}
    </span>
  )
}

/** That something goes on, for the eye alone. */
function Seconds() {
  const says = useWords(connectionWords)
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setSeconds((now) => now + 1), 1000)
    return () => clearInterval(timer)
  }, [])
  return (
    <span aria-hidden="true" className="ml-1.5 tabular-nums">
      {seconds > 0 && says.seconds(number(seconds))}
    </span>
  )
}

function About({ server }: { server: Connection }) {
  const says = useWords(connectionWords)
  const { url, command, args, server: about, state, checkedAt, error } = server
  const where = url ?? (command ? [command, ...args].join(' ') : says.aProgram)
  const facts = [
    server.tools > 0 && says.brings.tools(server.tools),
    server.tools === 0 && state === 'ready' && says.tools.none,
    server.resources > 0 && says.brings.resources(server.resources),
    server.prompts > 0 && says.brings.prompts(server.prompts),
    about?.name && [about.name, about.version].filter(Boolean).join(' '),
    server.isSignedIn && says.isSignedIn,
    server.isDeclared && says.isDeclared,
    checkedAt && (state === 'ready' && !error ? says.seen : says.tried)(moment(checkedAt)),
  ]
  return (
    <>
      <p className="break-all text-ink-faint text-sm">{where}</p>
      <p className="break-words text-ink-soft text-sm">{facts.filter(Boolean).join(' · ')}</p>
    </>
  )
}
