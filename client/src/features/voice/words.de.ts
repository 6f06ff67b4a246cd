import type { VoiceWords } from './words'

export const voice: VoiceWords = {
  talk: 'Sprechen',
  talkHow: 'Sprechen: gedrückt halten, oder am Anfang und am Ende tippen',
  handsFree: (who) => `Freihändig mit ${who} sprechen`,
  shortcut: 'Sprechen statt schreiben',
  heard: (text) => `Gehört: ${text}`,
  notLoaded: 'Das Mikrofon ließ sich nicht öffnen. Lade die Seite neu und versuch es noch einmal.',
}
