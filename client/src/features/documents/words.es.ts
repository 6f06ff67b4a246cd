import type { DocumentWords } from './words'

export const documents: DocumentWords = {
  sources: 'Fuentes',
  page: (page) => `página ${page}`,
  source: (number) => `Fuente ${number}:`,
  mark: (number, name) => `Fuente ${number}: ${name}`,
}
