/** Which language the page speaks to this person, at this browser. */
import { type Choice as Chosen, chooseLanguage, LANGUAGES, useLanguageChoice } from '../../language/language'
import { useWords } from '../../language/words'
import { Select } from '../../ui/select'
import { Choice } from '../settings/section'
import { languageWords } from './words'

export function LanguagePart() {
  const says = useWords(languageWords)
  const choice = useLanguageChoice()
  return (
    <Choice title={says.title} lead={says.lead}>
      <Select
        label={says.title}
        isBare
        className="w-52"
        value={choice}
        onChange={(event) => void chooseLanguage(event.target.value as Chosen)}
      >
        <option value="system">{says.system}</option>
        {Object.entries(LANGUAGES).map(([code, name]) => (
          <option key={code} value={code} lang={code}>
            {name}
          </option>
        ))}
      </Select>
    </Choice>
  )
}
