import type { LanguageWords } from './words'

export const language: LanguageWords = {
  title: 'Idioma',
  lead: 'En este navegador. Algunas páginas todavía están solo en inglés.',
  system: 'Como el navegador',
}
