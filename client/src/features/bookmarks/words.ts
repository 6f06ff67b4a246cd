import { defineWords, type TranslationOf } from '../../language/words'

export const bookmarkWords = defineWords('bookmarks', {
  title: 'Bookmarks',
  lead: 'Answers you have marked, to find them again. They stay in their chats.',
  mark: 'Bookmark',
  unmark: 'Remove the bookmark',
  unmarkIn: (chat: string) => `Remove the bookmark in ${chat}`,
  saidMarked: 'Bookmarked.',
  saidUnmarked: 'Bookmark removed.',
  undo: 'Undo',
  open: 'Open in the chat',
  openIn: (chat: string) => `Open in the chat: ${chat}`,
  from: (day: string) => `from ${day}`,
  nothing: 'Nothing is bookmarked.',
  nothingLead: 'Press the ribbon under an answer that is worth finding again.',
  more: 'Show more',
})

export type BookmarkWords = TranslationOf<typeof bookmarkWords>
