import type { DocumentWords } from './words'

export const documents: DocumentWords = {
  sources: 'Quellen',
  page: (page) => `Seite ${page}`,
  source: (number) => `Quelle ${number}:`,
  mark: (number, name) => `Quelle ${number}: ${name}`,
}
