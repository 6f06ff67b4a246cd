import { defineWords, type TranslationOf } from '../../language/words'

export const documentWords = defineWords('documents', {
  sources: 'Sources',
  page: (page: number) => `page ${page}`,
  source: (number: number) => `Source ${number}:`,
  mark: (number: number, name: string) => `Source ${number}: ${name}`,
})

export type DocumentWords = TranslationOf<typeof documentWords>
