import { useState } from 'react'
import { connections } from '../../api/connections'
import type { Connection, ConnectionScope } from '../../api/types'
import { useWords } from '../../language/words'
import { Select } from '../../ui/select'
import { FormDialog } from '../library/form-dialog'
import { ConnectionFields, wishOf } from './connection-fields'
import { connectionWords } from './words'

interface AddConnectionProps {
  scope: ConnectionScope
  mayAddCommands: boolean
  onAdded: (server: Connection) => void
  onClose: () => void
}

/** A server by its address; where the operator allows it, a program of this machine. */
export function AddConnection({ scope, mayAddCommands, onAdded, onClose }: AddConnectionProps) {
  const says = useWords(connectionWords).form
  const [kind, setKind] = useState<Connection['kind']>('http')
  return (
    <FormDialog
      title={says.addTitle}
      go={says.addGo}
      onClose={onClose}
      onGo={async (form) => onAdded(await connections.add(wishOf(kind, scope, form)))}
    >
      {mayAddCommands && (
        <Select
          label={says.kind}
          value={kind}
          onChange={(event) => setKind(event.target.value as Connection['kind'])}
        >
          <option value="http">{says.kinds.http}</option>
          <option value="command">{says.kinds.command}</option>
        </Select>
      )}
      <ConnectionFields key={kind} kind={kind} />
    </FormDialog>
  )
}
