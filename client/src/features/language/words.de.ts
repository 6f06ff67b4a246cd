import type { LanguageWords } from './words'

export const language: LanguageWords = {
  title: 'Sprache',
  lead: 'In diesem Browser. Geantwortet wird in der Sprache, in der du schreibst.',
  system: 'Wie der Browser',
}
