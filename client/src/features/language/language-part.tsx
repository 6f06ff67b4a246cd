/** Which language the page speaks to this person, at this browser. */
import { type Choice, chooseLanguage, LANGUAGES, useLanguageChoice } from '../../language/language'
import { useWords } from '../../language/words'
import { Select } from '../../ui/select'
import { Section } from '../settings/section'
import { languageWords } from './words'

export function LanguagePart() {
  const says = useWords(languageWords)
  const choice = useLanguageChoice()
  return (
    <Section title={says.title} lead={says.lead}>
      <Select
        label={says.title}
        isBare
        className="max-w-60"
        value={choice}
        onChange={(event) => void chooseLanguage(event.target.value as Choice)}
      >
        <option value="system">{says.system}</option>
        {Object.entries(LANGUAGES).map(([code, name]) => (
          <option key={code} value={code} lang={code}>
            {name}
          </option>
        ))}
      </Select>
    </Section>
  )
}
