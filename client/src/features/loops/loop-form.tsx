import { type FormEvent, useEffect, useRef, useState } from 'react'
import { inOneLine } from '../../api/sentences'
import type { Loop, LoopKind } from '../../api/types'
import { useWords } from '../../language/words'
import { Button } from '../../ui/button'
import { Field } from '../../ui/field'
import { Select } from '../../ui/select'
import { useEscape } from '../../ui/shortcuts'
import { KINDS } from './board'
import { dateOf, endOfDay } from './days'
import { loopWords } from './words'

export interface WrittenLoop {
  kind: LoopKind
  text: string
  dueAt: string | null
}

interface LoopFormProps {
  /** What is being edited; a new one has none. */
  first?: Loop
  onDone: (written: WrittenLoop) => Promise<void>
  onCancel: () => void
}

const MOST_CHARACTERS = 300

export function LoopForm({ first, onDone, onCancel }: LoopFormProps) {
  const says = useWords(loopWords)
  const [trouble, setTrouble] = useState<string | null>(null)
  const form = useRef<HTMLFormElement>(null)
  useEscape('field', onCancel, form)
  useEffect(() => form.current?.querySelector('input')?.focus(), [])

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const given = new FormData(event.currentTarget)
    const date = String(given.get('due') ?? '')
    // A day that was not touched keeps its hour.
    const dueAt = first && date === dateOf(first.dueAt) ? first.dueAt : endOfDay(date)
    try {
      await onDone({
        kind: (given.get('kind') as LoopKind | null) ?? first?.kind ?? 'commitment',
        text: String(given.get('text') ?? ''),
        dueAt,
      })
    } catch (error) {
      setTrouble(inOneLine(error))
    }
  }

  return (
    <form ref={form} onSubmit={(event) => void submit(event)} className="grid gap-4">
      <Field
        label={says.what}
        name="text"
        required
        maxLength={MOST_CHARACTERS}
        defaultValue={first?.text}
        error={trouble}
        autoComplete="off"
      />
      <div className="grid gap-4 xs:grid-cols-2">
        {!first && (
          <Select label={says.sort} name="kind" defaultValue="commitment">
            {KINDS.map((kind) => (
              <option key={kind} value={kind}>
                {says.kind[kind]}
              </option>
            ))}
          </Select>
        )}
        <Field
          label={says.due}
          name="due"
          type="date"
          defaultValue={dateOf(first?.dueAt ?? null)}
          hint={says.dueHint}
        />
      </div>
      <div className="flex justify-end gap-2">
        <Button look="quiet" onClick={onCancel}>
          {says.cancel}
        </Button>
        <Button type="submit" look="solid">
          {says.save}
        </Button>
      </div>
    </form>
  )
}
