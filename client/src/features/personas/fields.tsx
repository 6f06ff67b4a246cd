/** The fields of a persona, by what they are about. */
import type { PersonaFields } from '../../api/types'
import { useWords } from '../../language/words'
import { AreaField, Field } from '../../ui/field'
import { Select } from '../../ui/select'
import { BLOCKS, CRASHES, LEARNS, POLICIES, RECALLS, SCOPES, SPEAKS } from './read-form'
import { personaWords } from './words'

interface Given {
  first: PersonaFields | undefined
}

export function AnsweringFields({ first }: Given) {
  const says = useWords(personaWords)
  const told = first?.answering
  return (
    <>
      <Numeric
        label={says.temperature}
        name="temperature"
        hint={says.temperatureHint}
        max={2}
        step={0.1}
        first={told?.temperature}
      />
      <Numeric
        label={says.longest}
        name="longest"
        min={16}
        max={100_000}
        first={told?.maxOutputTokens ?? 4096}
      />
      <Numeric
        label={says.prompt}
        name="prompt"
        hint={says.promptHint}
        min={500}
        max={1_000_000}
        first={told?.promptTokens ?? 24_000}
      />
      <Numeric
        label={says.thinking}
        name="thinking"
        hint={says.thinkingHint}
        max={100_000}
        first={told?.thinkingTokens}
      />
      <div className="xs:col-span-2">
        <Field
          label={says.models}
          name="models"
          hint={says.modelsHint}
          defaultValue={told?.models?.join(', ')}
          autoComplete="off"
        />
      </div>
      <Choice label={says.crash} name="crash" of={CRASHES} words={says.crashes} first={told?.onCrash} />
      <Check label={says.preflight} name="preflight" first={told?.preflight} />
    </>
  )
}

export function TalkingFields({ first }: Given) {
  const says = useWords(personaWords)
  return (
    <>
      <Choice label={says.scope} name="scope" of={SCOPES} words={says.scopes} first={first?.history?.scope} />
      <Numeric label={says.messages} name="messages" max={200} first={first?.history?.messages ?? 50} />
      <Numeric
        label={says.gap}
        name="gap"
        hint={says.gapHint}
        min={0.1}
        max={43_200}
        step="any"
        first={first?.sessionGapMinutes ?? 5}
      />
      <Check label={says.perpetual} name="perpetual" first={first?.isPerpetual} />
    </>
  )
}

export function KnowingFields({ first }: Given) {
  const says = useWords(personaWords)
  const used = first?.blocks ?? BLOCKS
  return (
    <>
      <Choice
        label={says.recall}
        name="recall"
        of={RECALLS}
        words={says.recalls}
        first={first?.memory?.recall}
      />
      <Choice label={says.learn} name="learn" of={LEARNS} words={says.learns} first={first?.memory?.learn} />
      <div className="xs:col-span-2">
        <Field
          label={says.namespaces}
          name="namespaces"
          hint={says.namespacesHint}
          defaultValue={first?.knowledge?.namespaces?.join(', ')}
          autoComplete="off"
        />
      </div>
      <fieldset className="xs:col-span-2">
        <legend className="font-medium text-sm">{says.blocks}</legend>
        <div className="mt-1 grid gap-x-4 xs:grid-cols-2">
          {BLOCKS.map((block) => (
            <Check
              key={block}
              label={says.blockNames[block]}
              name={`block-${block}`}
              first={used.includes(block)}
            />
          ))}
        </div>
      </fieldset>
    </>
  )
}

export function UsingFields({ first }: Given) {
  const says = useWords(personaWords)
  return (
    <>
      <div className="xs:col-span-2">
        <AreaField
          label={says.tools}
          name="tools"
          rows={2}
          hint={says.toolsHint}
          defaultValue={(first?.tools ?? ['*']).join(', ')}
        />
      </div>
      <Numeric label={says.rounds} name="rounds" max={50} first={first?.answering?.toolRounds ?? 8} />
      <Choice
        label={says.policy}
        name="policy"
        of={POLICIES}
        words={says.policies}
        first={first?.routing?.policy}
      />
      <Check label={says.can} name="can" first={first?.routing?.canReports} />
    </>
  )
}

export function SpeakingFields({ first }: Given) {
  const says = useWords(personaWords)
  return (
    <>
      <Choice
        label={says.speaks}
        name="speaks"
        of={SPEAKS}
        words={says.speakings}
        first={first?.voice?.speaks}
      />
      <Field
        label={says.voice}
        name="voice"
        hint={says.voiceHint}
        maxLength={200}
        defaultValue={first?.voice?.name ?? ''}
        autoComplete="off"
      />
    </>
  )
}

interface NumericProps {
  label: string
  name: string
  hint?: string
  min?: number
  max: number
  step?: number | 'any'
  first: number | null | undefined
}

function Numeric({ first, min = 0, ...rest }: NumericProps) {
  return <Field type="number" min={min} defaultValue={first ?? ''} {...rest} />
}

interface ChoiceProps<T extends string> {
  label: string
  name: string
  of: readonly T[]
  words: Readonly<Record<T, string>>
  first: T | undefined
}

function Choice<T extends string>({ label, name, of, words, first }: ChoiceProps<T>) {
  return (
    <Select label={label} name={name} defaultValue={first ?? of[0]}>
      {of.map((one) => (
        <option key={one} value={one}>
          {words[one]}
        </option>
      ))}
    </Select>
  )
}

function Check({ label, name, first }: { label: string; name: string; first: boolean | undefined }) {
  return (
    <label className="flex min-h-11 items-center gap-2.5 self-end text-[0.9375rem]">
      <input type="checkbox" name={name} defaultChecked={first} className="size-4" />
      {label}
    </label>
  )
}
