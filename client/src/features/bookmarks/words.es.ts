import type { BookmarkWords } from './words'

export const bookmarks: BookmarkWords = {
  title: 'Marcadores',
  lead: 'Respuestas que has marcado para volver a encontrarlas. Se quedan en sus chats.',
  mark: 'Marcar',
  unmark: 'Quitar el marcador',
  unmarkIn: (chat) => `Quitar el marcador en ${chat}`,
  saidMarked: 'Marcado.',
  saidUnmarked: 'Marcador quitado.',
  undo: 'Deshacer',
  open: 'Abrir en el chat',
  openIn: (chat) => `Abrir en el chat: ${chat}`,
  from: (day) => `del ${day}`,
  nothing: 'No hay nada marcado.',
  nothingLead: 'Pulsa la cinta bajo una respuesta que quieras volver a encontrar.',
  more: 'Mostrar más',
}
