import { defineWords, type TranslationOf } from '../../language/words'

export const languageWords = defineWords('language', {
  title: 'Language',
  lead: 'Of this browser. Some pages are still in English only.',
  system: 'As the browser',
})

export type LanguageWords = TranslationOf<typeof languageWords>
