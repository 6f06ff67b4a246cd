import { connections } from '../../api/connections'
import type { Connection } from '../../api/types'
import { useWords } from '../../language/words'
import { useToasts } from '../../ui/toast'
import { FormDialog } from '../library/form-dialog'
import { ConnectionFields, changeOf } from './connection-fields'
import { connectionWords } from './words'

interface EditConnectionProps {
  server: Connection
  onChanged: () => void
  onClose: () => void
}

export function EditConnection({ server, onChanged, onClose }: EditConnectionProps) {
  const says = useWords(connectionWords).form
  const { show } = useToasts()
  return (
    <FormDialog
      title={says.editTitle(server.name)}
      go={says.editGo}
      onClose={onClose}
      onGo={async (form) => {
        await connections.change(server.id, changeOf(server, form))
        show(says.saved)
        onChanged()
      }}
    >
      <ConnectionFields kind={server.kind} server={server} />
    </FormDialog>
  )
}
