/** A source is added, edited, or fetched from no more. */
import { useState } from 'react'
import { connectors } from '../../api/endpoints'
import { inOneLine } from '../../api/sentences'
import type { Connector, ConnectorWish } from '../../api/types'
import { useWords } from '../../language/words'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { Field } from '../../ui/field'
import { Select } from '../../ui/select'
import { useToasts } from '../../ui/toast'
import { type ConnectorKind, choicesFor, everyInWords, isOfServer } from './every'
import { FormDialog, written } from './form-dialog'
import type { Target } from './targets'
import { libraryWords } from './words'

const OF_OTHERS = ['feed', 'page', 'sitemap'] as const
const OF_THE_SERVER = ['folder', 'git'] as const

interface AddSourceProps {
  targets: Target[]
  isAdmin: boolean
  onAdded: () => void
  onClose: () => void
}

export function AddSource({ targets, isAdmin, onAdded, onClose }: AddSourceProps) {
  const says = useWords(libraryWords).sources
  const [kind, setKind] = useState<ConnectorWish['kind']>('feed')
  const kinds = isAdmin ? [...OF_OTHERS, ...OF_THE_SERVER] : OF_OTHERS
  return (
    <FormDialog
      title={says.form.title}
      go={says.form.go}
      onClose={onClose}
      onGo={async (form) => {
        await connectors.make({
          kind,
          address: written(form, 'address'),
          target: written(form, 'target'),
          name: written(form, 'name') || null,
          everyMinutes: Number(written(form, 'every')),
        })
        onAdded()
      }}
    >
      <Select
        label={says.form.kind}
        value={kind}
        onChange={(event) => setKind(event.target.value as ConnectorWish['kind'])}
      >
        {kinds.map((one) => (
          <option key={one} value={one}>
            {says.kinds[one]}
          </option>
        ))}
      </Select>
      <Field
        label={isOfServer(kind) ? says.form.folder : says.form.address}
        name="address"
        inputMode={isOfServer(kind) ? 'text' : 'url'}
        required
        maxLength={2000}
        autoComplete="off"
        spellCheck={false}
        hint={says.hints[kind]}
      />
      <Select label={says.form.target} name="target">
        {targets.map((one) => (
          <option key={one.name} value={one.name}>
            {one.label}
          </option>
        ))}
      </Select>
      <Every kind={kind} />
      <Field
        label={says.form.name}
        name="name"
        maxLength={200}
        autoComplete="off"
        hint={says.form.nameHint}
      />
    </FormDialog>
  )
}

function Every({ kind, now }: { kind: ConnectorKind; now?: number }) {
  const says = useWords(libraryWords).sources
  return (
    // Of another kind there is another choice.
    <Select key={kind} label={says.form.every} name="every" defaultValue={now ?? 60}>
      {choicesFor(kind, now).map((minutes) => (
        <option key={minutes} value={minutes}>
          {everyInWords(minutes, says.every)}
        </option>
      ))}
    </Select>
  )
}

interface EditSourceProps {
  source: Connector
  onChanged: () => void
  onClose: () => void
}

export function EditSource({
  source: { id, kind, name, everyMinutes },
  onChanged,
  onClose,
}: EditSourceProps) {
  const says = useWords(libraryWords).sources
  return (
    <FormDialog
      title={says.editing.title}
      go={says.editing.go}
      onClose={onClose}
      onGo={async (form) => {
        const every = Number(written(form, 'every'))
        await connectors.change(id, { name: written(form, 'name'), everyMinutes: every })
        onChanged()
      }}
    >
      <Field label={says.form.name} name="name" required maxLength={200} defaultValue={name} />
      <Every kind={kind} now={everyMinutes} />
    </FormDialog>
  )
}

interface RemoveSourceProps {
  source: Connector
  mayRemoveDocuments: boolean
  onRemoved: () => void
  onClose: () => void
}

export function RemoveSource({ source, mayRemoveDocuments, onRemoved, onClose }: RemoveSourceProps) {
  const says = useWords(libraryWords).sources
  const { id, name, documents } = source
  const { show } = useToasts()
  const [takesAll, setTakesAll] = useState(false)
  const [isBusy, setBusy] = useState(false)

  async function go() {
    setBusy(true)
    try {
      await connectors.remove(id, takesAll)
      show(says.saidRemoved(name))
    } catch (error) {
      show(inOneLine(error))
    }
    onRemoved()
    onClose()
  }

  return (
    <Dialog
      title={says.removal.title(name)}
      onClose={onClose}
      actions={
        <>
          <Button look="quiet" onClick={onClose}>
            {says.removal.keep}
          </Button>
          <Button look="danger" disabled={isBusy} onClick={() => void go()}>
            {says.removal.go}
          </Button>
        </>
      }
    >
      {documents > 0 && mayRemoveDocuments && (
        <label className="mt-2 mb-4 flex gap-3 rounded-xl border border-line px-3.5 py-3 has-checked:border-kelp has-checked:bg-kelp-wash/60">
          <input
            type="checkbox"
            checked={takesAll}
            onChange={(event) => setTakesAll(event.target.checked)}
            className="mt-1 size-4 shrink-0 accent-(--kelp)"
          />
          <span className="font-medium text-ink">{says.removal.withDocuments(documents)}</span>
        </label>
      )}
      <p aria-live="polite">{takesAll ? says.removal.gone : says.removal.stay}</p>
    </Dialog>
  )
}
