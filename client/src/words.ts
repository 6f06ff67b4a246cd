import { defineWords, type TranslationOf } from './language/words'

/** What stands around every page. */
export const frameWords = defineWords('frame', {
  loading: 'Loading',
  skip: 'Skip to the conversation',
  chats: 'Chats',
  openChats: 'Open the list of chats',
  search: 'Search',
  searchKey: 'Search and go anywhere',
  newChat: 'New chat',
  startNewChat: 'Start a new chat',
  titles: {
    settings: 'Settings',
    personas: 'Personas',
    loops: 'Loops',
    memory: 'What I know about you',
  },
  lost: 'Page not found',
  lostLead: 'There is nothing at this address.',
  lostOr: 'or choose one from the list.',
})

export type FrameWords = TranslationOf<typeof frameWords>
