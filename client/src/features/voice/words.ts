import { defineWords, type TranslationOf } from '../../language/words'

/** What is seen before anybody talks. */
export const voiceWords = defineWords('voice', {
  talk: 'Talk',
  talkHow: 'Talk: hold it down, or tap at the beginning and at the end',
  handsFree: (who: string) => `Talk hands free with ${who}`,
  shortcut: 'Talk instead of writing',
  heard: (text: string) => `Heard: ${text}`,
  notLoaded: 'The microphone could not be opened. Reload the page and try again.',
})

export type VoiceWords = TranslationOf<typeof voiceWords>
