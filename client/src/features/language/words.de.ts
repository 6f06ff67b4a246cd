import type { LanguageWords } from './words'

export const language: LanguageWords = {
  title: 'Sprache',
  lead: 'In diesem Browser. Manche Seiten gibt es noch nur auf Englisch.',
  system: 'Wie der Browser',
}
