import { useState } from 'react'
import { connections } from '../../api/connections'
import { faultSentence } from '../../api/refusals'
import type { Connection, ConnectionScope, RefusedConnection } from '../../api/types'
import { useWords } from '../../language/words'
import { AreaField } from '../../ui/field'
import { FormDialog, written } from '../library/form-dialog'
import { readPasted } from './paste'
import { connectionWords } from './words'

interface PasteConnectionsProps {
  scope: ConnectionScope
  onAdded: (servers: Connection[], refused: RefusedConnection[]) => void
  onClose: () => void
}

/** What other programs keep their servers in, as it is. */
export function PasteConnections({ scope, onAdded, onClose }: PasteConnectionsProps) {
  const says = useWords(connectionWords).pasting
  const [trouble, setTrouble] = useState<string | null>(null)

  /** Whether there is nothing left to be mended here. */
  async function add(text: string): Promise<boolean> {
    const entries = parsed(text)
    if (!entries) {
      setTrouble(entries === null ? says.noServers : says.noJson)
      return false
    }
    const { servers, refused } = await connections.paste(entries, scope)
    if (servers.length > 0) onAdded(servers, refused)
    else setTrouble(refused.map((one) => `${one.name}: ${faultSentence(one.error)}`).join(' '))
    return servers.length > 0
  }

  return (
    <FormDialog title={says.title} go={says.go} onClose={onClose} onGo={(form) => add(written(form, 'json'))}>
      <p className="text-ink-soft">{says.lead}</p>
      <AreaField
        label={says.label}
        name="json"
        isCode
        required
        rows={8}
        placeholder={EXAMPLE}
        error={trouble}
        onChange={() => setTrouble(null)}
      />
    </FormDialog>
  )
}

const EXAMPLE = `{
  "mcpServers": {
    "wiki": {
      "url": "https://wiki.example.org/mcp"
    }
  }
}`

/** Undefined where it is no JSON, null where there is no server in it. */
function parsed(text: string): Record<string, unknown> | null | undefined {
  try {
    return readPasted(text)
  } catch {
    return undefined
  }
}
