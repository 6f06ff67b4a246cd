/** What a server lends, as it describes it itself, and what its person trusts of each. */
import { useState } from 'react'
import useSWR from 'swr'
import { connections } from '../../api/connections'
import { inOneLine } from '../../api/sentences'
import type { Connection, ServerTool, ServerTrust } from '../../api/types'
import { useWords } from '../../language/words'
import { TroubleText } from '../../ui/notice'
import { Select } from '../../ui/select'
import { useToasts } from '../../ui/toast'
import { RawText } from '../tools/raw-text'
import { TOOLS_OF, useTrustsChanged } from './use-connections'
import { connectionWords } from './words'

const TRUSTS = ['ask', 'always', 'never'] as const

interface ConnectionToolsProps {
  server: Connection
  isOpenAtFirst: boolean
}

export function ConnectionTools({ server: { id, tools, checkedAt }, isOpenAtFirst }: ConnectionToolsProps) {
  const words = useWords(connectionWords)
  const says = words.tools
  const [isOpen, setOpen] = useState(isOpenAtFirst)
  const { data, error } = useSWR(isOpen ? [TOOLS_OF, id, checkedAt] : null, () => connections.tools(id), {
    keepPreviousData: true,
  })
  return (
    <details className="mt-2" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="w-fit rounded-md py-1 text-ink-soft text-sm hover:text-ink pointer-coarse:py-2.5">
        {says.show(tools)}
      </summary>
      {error !== undefined && !data && <TroubleText error={error} />}
      {!data && error === undefined && <p className="text-ink-faint text-sm">{words.loading}</p>}
      {data && (
        <ul className="mt-2 divide-y divide-line rounded-xl border border-line">
          {data.tools.map((tool) => (
            <Tool key={tool.tool} serverId={id} tool={tool} />
          ))}
        </ul>
      )}
      {data && data.left > 0 && <p className="mt-2 text-ink-faint text-sm">{says.left(data.left)}</p>}
    </details>
  )
}

interface ToolProps {
  serverId: string
  tool: ServerTool
}

function Tool({ serverId, tool }: ToolProps) {
  const says = useWords(connectionWords).tools
  const { show } = useToasts()
  const changed = useTrustsChanged()
  const title = tool.title || tool.tool

  async function decide(trust: ServerTrust) {
    try {
      await connections.trust(serverId, tool.tool, trust, tool.fingerprint)
      show(says.said[trust](title))
    } catch (failure) {
      show(inOneLine(failure))
    }
    await changed()
  }

  return (
    <li data-testid="server-tool" className="flex flex-wrap items-start gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1 basis-64">
        <p className="break-words font-medium text-[0.9375rem]">
          {title} <code className="font-mono font-normal text-ink-faint text-xs">{tool.name}</code>
        </p>
        <p className="whitespace-pre-line break-words text-ink-soft text-sm">{tool.description}</p>
        {tool.saysReadOnly && <p className="text-ink-faint text-sm">{says.saysReadOnly}</p>}
        {tool.hasChanged && <p className="text-amber text-sm">{says.changed}</p>}
        <details className="mt-1">
          <summary className="w-fit rounded-md py-0.5 text-ink-faint text-sm hover:text-ink pointer-coarse:py-2.5">
            {says.takes}
          </summary>
          <RawText value={tool.inputSchema} className="mt-1 rounded-lg bg-sunk px-3 py-2" />
        </details>
      </div>
      <Select
        label={says.use(title)}
        isBare
        value={tool.trust}
        className="w-52"
        onChange={(event) => void decide(event.target.value as ServerTrust)}
      >
        {TRUSTS.map((one) => (
          <option key={one} value={one}>
            {says.trusts[one]}
          </option>
        ))}
      </Select>
    </li>
  )
}
