import { useWords } from '../../language/words'
import { chooseTheme, type Theme, useTheme } from '../../ui/theme'
import { LanguagePart } from '../language/language-part'
import { Choice, Choices } from './section'
import { settingsWords } from './words'

const THEMES: Theme[] = ['system', 'light', 'dark']

export function Appearance() {
  return (
    <Choices>
      <ThemeChoice />
      <LanguagePart />
    </Choices>
  )
}

function ThemeChoice() {
  const says = useWords(settingsWords).theme
  const theme = useTheme()
  return (
    <Choice title={says.title} lead={says.lead}>
      <fieldset className="inline-flex rounded-xl border border-line bg-sunk p-1">
        <legend className="sr-only">{says.title}</legend>
        {THEMES.map((one) => (
          <label
            key={one}
            className="rounded-lg px-4 py-1.5 text-[0.9375rem] text-ink-soft has-checked:bg-raised has-checked:font-medium has-checked:text-ink has-checked:shadow-lift has-focus-visible:outline-2 has-focus-visible:outline-(--focus) pointer-coarse:py-2"
          >
            <input
              type="radio"
              name="theme"
              value={one}
              checked={theme === one}
              onChange={() => chooseTheme(one)}
              className="sr-only"
            />
            {says[one]}
          </label>
        ))}
      </fieldset>
    </Choice>
  )
}
