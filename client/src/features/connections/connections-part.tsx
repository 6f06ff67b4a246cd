/** Servers that lend their tools: one's own and everybody's, or, for whoever looks after the installation, the latter. */
import { useState } from 'react'
import { faultSentence } from '../../api/refusals'
import type { Connection, ConnectionScope, RefusedConnection } from '../../api/types'
import { useWords } from '../../language/words'
import { Button, IconButton } from '../../ui/button'
import { CloseIcon, PlusIcon } from '../../ui/icons'
import { Notice, TroubleText } from '../../ui/notice'
import { Section } from '../settings/section'
import { AddConnection } from './add-connection'
import { CameBack } from './came-back'
import { ConnectionRow } from './connection-row'
import { PasteConnections } from './paste-connections'
import { TrustList } from './trust-list'
import { type Connections, reachable, useConnections } from './use-connections'
import { connectionWords } from './words'

export default function ConnectionsPart({ scope }: { scope: ConnectionScope }) {
  const words = useWords(connectionWords)
  const all = useConnections()
  const { data, error, refresh } = all
  if (error !== undefined && !data) {
    return (
      <div className="mt-6">
        <Notice tone="rust" actions={<Button onClick={() => void refresh()}>{words.again}</Button>}>
          <TroubleText error={error} />
        </Notice>
      </div>
    )
  }
  if (!data) {
    return (
      <p role="status" className="mt-6 text-ink-faint">
        {words.loading}
      </p>
    )
  }
  const mine = data.servers.filter((one) => one.scope === 'mine')
  const everyones = data.servers.filter((one) => one.scope === 'everyone')
  if (scope === 'everyone')
    return (
      <>
        <CameBack servers={data.servers} check={all.check} />
        <Servers all={all} scope={scope} servers={everyones} mayAddCommands={data.mayAddCommands} />
      </>
    )
  return (
    <>
      <CameBack servers={data.servers} check={all.check} />
      <Section title={words.mine} lead={words.mineLead}>
        <Servers all={all} scope={scope} servers={mine} mayAddCommands={false} />
      </Section>
      {everyones.length > 0 && (
        <Section title={words.everyone} lead={words.everyoneLead}>
          <List all={all} title={words.everyone} servers={everyones} />
        </Section>
      )}
      <TrustList servers={data.servers} />
    </>
  )
}

interface ServersProps {
  all: Connections
  scope: ConnectionScope
  servers: Connection[]
  mayAddCommands: boolean
}

/** What there is, and more of it. */
function Servers({ all, scope, servers, mayAddCommands }: ServersProps) {
  const says = useWords(connectionWords)
  const [asking, setAsking] = useState<'add' | 'paste' | null>(null)
  const [refused, setRefused] = useState<RefusedConnection[]>([])
  const isEmpty = servers.length === 0

  async function added(these: Connection[]) {
    await all.refresh()
    await Promise.all(reachable(these).map(all.check))
  }

  const buttons = (
    <div className="mt-5 flex flex-wrap gap-2">
      <Button look="solid" onClick={() => setAsking('add')}>
        <PlusIcon /> {says.add}
      </Button>
      <Button onClick={() => setAsking('paste')}>{says.paste}</Button>
    </div>
  )
  return (
    <>
      {refused.length > 0 && <Refused refused={refused} onDismiss={() => setRefused([])} />}
      {isEmpty && scope === 'mine' && (
        <div className="rounded-2xl border border-line-strong border-dashed px-6 py-8">
          <p className="font-semibold font-serif text-xl">{says.empty.title}</p>
          <p className="mt-2 max-w-prose text-pretty text-ink-soft">{says.empty.lead}</p>
          <p className="mt-2 max-w-prose text-pretty text-ink-soft">{says.empty.json}</p>
          <p className="mt-2 max-w-prose text-pretty text-ink-soft">{says.empty.asks}</p>
          {buttons}
        </div>
      )}
      {isEmpty && scope === 'everyone' && <p className="text-ink-soft">{says.noneForEveryone}</p>}
      {!isEmpty && <List all={all} title={scope === 'mine' ? says.mine : says.everyone} servers={servers} />}
      {!(isEmpty && scope === 'mine') && buttons}
      {scope === 'everyone' && !mayAddCommands && (
        <p className="mt-5 max-w-prose text-pretty text-ink-faint text-sm">{says.commandsOff}</p>
      )}
      {asking === 'add' && (
        <AddConnection
          scope={scope}
          mayAddCommands={mayAddCommands}
          onAdded={(one) => void added([one])}
          onClose={() => setAsking(null)}
        />
      )}
      {asking === 'paste' && (
        <PasteConnections
          scope={scope}
          onAdded={(these, those) => {
            setRefused(those)
            void added(these)
          }}
          onClose={() => setAsking(null)}
        />
      )}
    </>
  )
}

function List({ all, title, servers }: { all: Connections; title: string; servers: Connection[] }) {
  return (
    <ul aria-label={title} className="divide-y divide-line border-line border-y">
      {servers.map((one) => (
        <ConnectionRow key={one.id} server={one} all={all} />
      ))}
    </ul>
  )
}

/** Of what was pasted: those that could not be used, each with its reason. */
function Refused({ refused, onDismiss }: { refused: RefusedConnection[]; onDismiss: () => void }) {
  const says = useWords(connectionWords)
  return (
    <div className="mb-4">
      <Notice
        tone="amber"
        testId="refused-servers"
        actions={
          <IconButton label={says.dismiss} onClick={onDismiss}>
            <CloseIcon />
          </IconButton>
        }
      >
        <p className="font-medium">{says.pasting.refused}</p>
        <ul>
          {refused.map((one) => (
            <li key={one.name} className="break-words">
              <span className="font-medium">{one.name}</span> {faultSentence(one.error)}
            </li>
          ))}
        </ul>
      </Notice>
    </div>
  )
}
