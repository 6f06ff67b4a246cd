/** Names with secret values: headers, or what a program finds in its environment. */
import { useState } from 'react'
import { useWords } from '../../language/words'
import { Button, IconButton } from '../../ui/button'
import { Field, PasswordField } from '../../ui/field'
import { CloseIcon, PlusIcon } from '../../ui/icons'
import type { Pair } from './paste'
import { connectionWords } from './words'

interface PairsProps {
  name: string
  /** That there are such, by their names; their values are not told. */
  kept: readonly string[]
  /** What the first one is called mostly. */
  first?: string
  labels: readonly [string, string]
}

interface Row {
  id: number
  name: string
  isKept: boolean
}

export function Pairs({ name, kept, first = '', labels: [nameLabel, valueLabel] }: PairsProps) {
  const says = useWords(connectionWords).form
  const [rows, setRows] = useState<Row[]>(() =>
    kept.length > 0 ? kept.map((one, id) => ({ id, name: one, isKept: true })) : [fresh(0, first)],
  )
  const next = Math.max(-1, ...rows.map((one) => one.id)) + 1
  return (
    <>
      {rows.map((row) => (
        <div key={row.id} className="flex items-start gap-2">
          <div className="grid min-w-0 flex-1 gap-2 sm:grid-cols-2">
            <Field
              label={nameLabel}
              name={`${name}.name`}
              maxLength={100}
              autoComplete="off"
              spellCheck={false}
              readOnly={row.isKept}
              defaultValue={row.name}
            />
            <PasswordField
              label={valueLabel}
              name={`${name}.value`}
              maxLength={4000}
              autoComplete="new-password"
              placeholder={row.isKept ? says.kept : ''}
            />
          </div>
          <IconButton
            className="mt-7"
            label={says.dropPair(row.name || says.newPair)}
            onClick={() => setRows(rows.filter((one) => one.id !== row.id))}
          >
            <CloseIcon />
          </IconButton>
        </div>
      ))}
      <div>
        <Button look="quiet" onClick={() => setRows([...rows, fresh(next, rows.length === 0 ? first : '')])}>
          <PlusIcon /> {says.addPair}
        </Button>
      </div>
    </>
  )
}

function fresh(id: number, name: string): Row {
  return { id, name, isKept: false }
}

/** In the order in which they stand. */
export function pairsOf(form: FormData, name: string): Pair[] {
  const values = form.getAll(`${name}.value`).map(String)
  return form.getAll(`${name}.name`).map((one, at) => ({ name: String(one), value: values[at] ?? '' }))
}
