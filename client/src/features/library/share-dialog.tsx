/** A copy for somebody else: one's organization, everyone here, or what a persona knows. */
import { useState } from 'react'
import { documents } from '../../api/endpoints'
import type { StoredDocument } from '../../api/types'
import { useWords } from '../../language/words'
import { Select } from '../../ui/select'
import { useToasts } from '../../ui/toast'
import { FormDialog } from './form-dialog'
import type { Rights } from './targets'
import { libraryWords } from './words'

interface ShareDialogProps {
  document: StoredDocument
  rights: Rights
  onClose: () => void
}

export function ShareDialog({ document: { id, title, target }, rights, onClose }: ShareDialogProps) {
  const words = useWords(libraryWords)
  const says = words.sharing
  const { show } = useToasts()
  const choices = rights.targets.filter(({ name, mayAdd }) => mayAdd && name !== target)
  const [chosen, setChosen] = useState(choices[0]?.name ?? '')
  const kind = chosen.split(':')[0] as keyof typeof words.seen
  return (
    <FormDialog
      title={says.title(title)}
      go={says.go}
      onClose={onClose}
      onGo={async () => {
        await documents.copy(id, chosen)
        show(says.said(title))
      }}
    >
      <Select label={says.whom} value={chosen} onChange={(event) => setChosen(event.target.value)}>
        {choices.map(({ name, label }) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </Select>
      <p className="text-ink-soft text-sm">
        {words.seen[kind]} {says.isCopy}
      </p>
    </FormDialog>
  )
}
