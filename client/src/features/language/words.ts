import { defineWords, type TranslationOf } from '../../language/words'

export const languageWords = defineWords('language', {
  title: 'Language',
  lead: 'Of this browser. Answers come in the language you write in.',
  system: 'As the browser',
})

export type LanguageWords = TranslationOf<typeof languageWords>
