import type { MarkdownWords } from './words'

export const markdown: MarkdownWords = {
  showDiagram: 'Mostrar diagrama',
  hideDiagram: 'Ocultar diagrama',
  drawing: 'Dibujando…',
  notDrawn: 'No se ha podido dibujar este diagrama. Su código está debajo.',
  diagram: (kind) => `Diagrama (${kind}). Su código dice lo que contiene.`,
  diagrams: {
    graph: 'de flujo',
    sequenceDiagram: 'de secuencia',
    classDiagram: 'de clases',
    unknown: 'de tipo desconocido',
  },
  wrap: 'Ajustar líneas',
  copyCode: 'Copiar código',
  copyTable: 'Copiar tabla',
  downloadCsv: 'Descargar CSV',
  done: 'Hecho',
  notDone: 'Sin hacer',
  image: 'Imagen',
  notLoaded: (host) => (host ? `no cargada de ${host}` : 'no cargada'),
  showAddress: 'Mostrar dirección',
  hideAddress: 'Ocultar dirección',
}
