import type { FrameWords } from './words'

export const frame: FrameWords = {
  loading: 'Wird geladen',
  skip: 'Zum Gespräch springen',
  chats: 'Chats',
  openChats: 'Liste der Chats öffnen',
  search: 'Suchen',
  searchKey: 'Suchen und überallhin gehen',
  newChat: 'Neuer Chat',
  startNewChat: 'Neuen Chat beginnen',
  titles: {
    settings: 'Einstellungen',
    personas: 'Personas',
    loops: 'Offenes',
    memory: 'Was ich über dich weiß',
  },
  lost: 'Seite nicht gefunden',
  lostLead: 'Unter dieser Adresse gibt es nichts.',
  lostOr: 'oder wähle einen aus der Liste.',
}
