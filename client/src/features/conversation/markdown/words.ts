import { defineWords, type TranslationOf } from '../../../language/words'

export const markdownWords = defineWords('markdown', {
  showDiagram: 'Show diagram',
  hideDiagram: 'Hide diagram',
  drawing: 'Drawing…',
  notDrawn: 'This diagram could not be drawn. Its code is below.',
  diagram: (kind: string) => `Diagram (${kind}). Its code says what is in it.`,
  diagrams: {
    graph: 'flowchart',
    sequenceDiagram: 'sequence',
    classDiagram: 'class',
    unknown: 'unknown kind',
  },
  wrap: 'Wrap',
  copyCode: 'Copy code',
  copyTable: 'Copy table',
  downloadCsv: 'Download CSV',
  done: 'Done',
  notDone: 'Not done',
  image: 'Image',
  notLoaded: (host: string | null) => (host ? `not loaded from ${host}` : 'not loaded'),
  showAddress: 'Show address',
  hideAddress: 'Hide address',
})

export type MarkdownWords = TranslationOf<typeof markdownWords>
