import { type FormEvent, useState } from 'react'
import useSWR from 'swr'
import { questions, questionsPath } from '../../api/questions'
import { inOneLine } from '../../api/sentences'
import type { AnswerToTool, QuestionField, ToolQuestion } from '../../api/types'
import { useWords } from '../../language/words'
import { Button } from '../../ui/button'
import { Field } from '../../ui/field'
import { Select } from '../../ui/select'
import { toolWords } from './words'

interface QuestionCardProps {
  callId: string
  name: string
  chatId: string
}

const LOOK_MS = 2000

/** A tool that runs may ask its person something: here, as a form, for as long as it waits. */
export function QuestionCard({ callId, name, chatId }: QuestionCardProps) {
  const says = useWords(toolWords).question
  const { data, mutate } = useSWR(questionsPath(chatId), () => questions.open(chatId), {
    refreshInterval: LOOK_MS,
  })
  const [told, setTold] = useState<string | null>(null)
  const asked = data?.filter((one) => one.toolCallId === callId)

  async function answer(id: string, given: AnswerToTool) {
    setTold(null)
    try {
      await questions.answer(id, given)
    } catch (error) {
      setTold(inOneLine(error))
    }
    await mutate()
  }

  return asked?.map((one) => (
    <section
      key={one.id}
      aria-label={says.title(name)}
      data-testid="tool-question"
      className="mt-2 rounded-xl border border-amber/35 bg-amber-wash px-4 py-3 text-[0.9375rem]"
    >
      <Asked asked={one} name={name} answer={(given) => answer(one.id, given)} />
      {told && (
        <p role="alert" className="mt-2 text-rust">
          {told}
        </p>
      )}
    </section>
  ))
}

interface AskedProps {
  asked: ToolQuestion
  name: string
  answer: (given: AnswerToTool) => Promise<void>
}

function Asked({ asked, name, answer }: AskedProps) {
  const says = useWords(toolWords).question
  const [isBusy, setBusy] = useState(false)

  async function send(given: AnswerToTool) {
    if (isBusy) return
    setBusy(true)
    await answer(given)
    setBusy(false)
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    void send({ action: 'accept', content: entered(asked.fields, new FormData(event.currentTarget)) })
  }

  return (
    <form onSubmit={submit}>
      <p className="font-medium">{says.title(name)}</p>
      <p className="mt-0.5 whitespace-pre-wrap">{asked.message}</p>
      <p className="mt-0.5 text-ink-soft text-sm">{says.note}</p>
      <div className="mt-3 flex flex-col gap-3">
        {asked.fields.map((field) => (
          <Entry key={field.name} field={field} />
        ))}
      </div>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button look="solid" type="submit" aria-disabled={isBusy}>
          {says.send}
        </Button>
        <Button onClick={() => void send({ action: 'decline' })}>{says.decline}</Button>
      </div>
    </form>
  )
}

function Entry({ field }: { field: QuestionField }) {
  const says = useWords(toolWords).question
  const { kind, name, title } = field
  const usual = field.default ?? ''
  if (kind === 'choices') {
    return (
      <fieldset>
        <legend className="mb-1.5 text-sm font-medium">{title}</legend>
        {field.options.map((option) => (
          <label key={option.value} className="flex items-center gap-2">
            <input
              type="checkbox"
              name={name}
              value={option.value}
              defaultChecked={Array.isArray(usual) && usual.includes(option.value)}
            />
            {option.title}
          </label>
        ))}
      </fieldset>
    )
  }
  if (kind === 'choice' || kind === 'yes_no') {
    const options =
      kind === 'choice'
        ? field.options
        : [
            { value: 'true', title: says.yes },
            { value: 'false', title: says.no },
          ]
    return (
      <Select label={title} name={name} required={field.isRequired} defaultValue={String(usual)}>
        <option value="">{says.none}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.title}
          </option>
        ))}
      </Select>
    )
  }
  return (
    <Field
      label={title}
      name={name}
      hint={field.description || undefined}
      required={field.isRequired}
      defaultValue={String(usual)}
      {...limits(field)}
    />
  )
}

/** What the browser itself can look after; the server looks again. */
function limits({ kind, least, most, format }: QuestionField) {
  if (kind === 'text') {
    const type = format === 'email' ? 'email' : format === 'date' ? 'date' : 'text'
    return { type, minLength: least ?? undefined, maxLength: most ?? undefined }
  }
  const step = kind === 'integer' ? 1 : 'any'
  return { type: 'number', min: least ?? undefined, max: most ?? undefined, step }
}

/** As the server wants it; what was left empty is left out. */
export function entered(fields: readonly QuestionField[], form: FormData): Record<string, unknown> {
  const content: Record<string, unknown> = {}
  for (const { name, kind } of fields) {
    const value = String(form.get(name) ?? '')
    if (kind === 'choices') content[name] = form.getAll(name).map(String)
    else if (value === '') continue
    else if (kind === 'yes_no') content[name] = value === 'true'
    else content[name] = kind === 'number' || kind === 'integer' ? Number(value) : value
  }
  return content
}
