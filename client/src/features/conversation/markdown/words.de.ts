import type { MarkdownWords } from './words'

export const markdown: MarkdownWords = {
  showDiagram: 'Diagramm zeigen',
  hideDiagram: 'Diagramm verbergen',
  drawing: 'Wird gezeichnet …',
  notDrawn: 'Dieses Diagramm ließ sich nicht zeichnen. Sein Code steht darunter.',
  diagram: (kind) => `Diagramm (${kind}). Sein Code sagt, was darin steht.`,
  diagrams: {
    graph: 'Flussdiagramm',
    sequenceDiagram: 'Sequenz',
    classDiagram: 'Klassen',
    unknown: 'unbekannte Art',
  },
  wrap: 'Umbrechen',
  copyCode: 'Code kopieren',
  copyTable: 'Tabelle kopieren',
  downloadCsv: 'CSV herunterladen',
  done: 'Erledigt',
  notDone: 'Nicht erledigt',
  image: 'Bild',
  notLoaded: (host) => (host ? `nicht geladen von ${host}` : 'nicht geladen'),
  showAddress: 'Adresse zeigen',
  hideAddress: 'Adresse verbergen',
}
