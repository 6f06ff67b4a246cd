import { useWords } from '../../language/words'
import { type Column, chooseColumn, useColumn } from '../../ui/column'
import { chooseTheme, type Theme, useTheme } from '../../ui/theme'
import { LanguagePart } from '../language/language-part'
import { Choice, Choices } from './section'
import { settingsWords } from './words'

const THEMES: Theme[] = ['system', 'light', 'dark']
const COLUMNS: Column[] = ['book', 'wide']

export function Appearance() {
  const says = useWords(settingsWords)
  const theme = useTheme()
  const column = useColumn()
  return (
    <Choices>
      <Choice title={says.theme.title} lead={says.theme.lead}>
        <OneOf name="theme" says={says.theme} all={THEMES} chosen={theme} onChoose={chooseTheme} />
      </Choice>
      <Choice title={says.column.title} lead={says.column.lead}>
        <OneOf name="column" says={says.column} all={COLUMNS} chosen={column} onChoose={chooseColumn} />
      </Choice>
      <LanguagePart />
    </Choices>
  )
}

interface OneOfProps<Name extends string> {
  name: string
  says: Record<Name | 'title', string>
  all: Name[]
  chosen: Name
  onChoose: (name: Name) => void
}

function OneOf<Name extends string>({ name, says, all, chosen, onChoose }: OneOfProps<Name>) {
  return (
    <fieldset className="inline-flex rounded-xl border border-line bg-sunk p-1">
      <legend className="sr-only">{says.title}</legend>
      {all.map((one) => (
        <label
          key={one}
          className="rounded-lg px-4 py-1.5 text-[0.9375rem] text-ink-soft has-checked:bg-raised has-checked:font-medium has-checked:text-ink has-checked:shadow-lift has-focus-visible:outline-2 has-focus-visible:outline-(--focus) pointer-coarse:py-2"
        >
          <input
            type="radio"
            name={name}
            value={one}
            checked={chosen === one}
            onChange={() => onChoose(one)}
            className="sr-only"
          />
          {says[one]}
        </label>
      ))}
    </fieldset>
  )
}
