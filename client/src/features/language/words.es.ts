import type { LanguageWords } from './words'

export const language: LanguageWords = {
  title: 'Idioma',
  lead: 'En este navegador. Las respuestas llegan en el idioma en que escribes.',
  system: 'Como el navegador',
}
