import type { FrameWords } from './words'

export const frame: FrameWords = {
  loading: 'Cargando',
  skip: 'Saltar a la conversación',
  chats: 'Chats',
  openChats: 'Abrir la lista de chats',
  search: 'Buscar',
  searchKey: 'Buscar e ir a cualquier parte',
  newChat: 'Nuevo chat',
  startNewChat: 'Empezar un chat nuevo',
  titles: {
    settings: 'Ajustes',
    personas: 'Personas',
    loops: 'Pendientes',
    memory: 'Lo que sé de ti',
  },
  lost: 'Página no encontrada',
  lostLead: 'No hay nada en esta dirección.',
  lostOr: 'o elige uno de la lista.',
}
