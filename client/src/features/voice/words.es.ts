import type { VoiceWords } from './words'

export const voice: VoiceWords = {
  talk: 'Hablar',
  talkHow: 'Hablar: mantén pulsado, o toca al empezar y al terminar',
  handsFree: (who) => `Hablar con ${who} a manos libres`,
  shortcut: 'Hablar en vez de escribir',
  heard: (text) => `He oído: ${text}`,
  notLoaded: 'No se ha podido abrir el micrófono. Recarga la página e inténtalo de nuevo.',
}
