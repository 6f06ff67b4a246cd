import { defineWords, type TranslationOf } from '../../../language/words'

/** Under each answer. */
export const aloudWords = defineWords('aloud', {
  read: 'Read aloud',
  pause: 'Pause reading',
  goOn: 'Go on reading',
  stop: 'Stop reading',
  speed: (times: string) => `Speed: ${times}×`,
  noVoice: 'Neither this installation nor your browser has a voice.',
  failed: 'This could not be read aloud just now. Try again in a moment.',
  stand: { code: 'Code.', formula: 'A formula.' },
})

export type AloudWords = TranslationOf<typeof aloudWords>
