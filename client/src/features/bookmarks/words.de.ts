import type { BookmarkWords } from './words'

export const bookmarks: BookmarkWords = {
  title: 'Lesezeichen',
  lead: 'Antworten, die du dir gemerkt hast, um sie wiederzufinden. Sie bleiben in ihren Chats.',
  mark: 'Lesezeichen setzen',
  unmark: 'Lesezeichen entfernen',
  unmarkIn: (chat) => `Lesezeichen in ${chat} entfernen`,
  saidMarked: 'Lesezeichen gesetzt.',
  saidUnmarked: 'Lesezeichen entfernt.',
  undo: 'Rückgängig',
  open: 'Im Chat öffnen',
  openIn: (chat) => `Im Chat öffnen: ${chat}`,
  from: (day) => `vom ${day}`,
  nothing: 'Es gibt keine Lesezeichen.',
  nothingLead: 'Drück auf das Band unter einer Antwort, die du wiederfinden willst.',
  more: 'Mehr anzeigen',
}
