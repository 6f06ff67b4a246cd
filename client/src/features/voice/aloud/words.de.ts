import type { AloudWords } from './words'

export const aloud: AloudWords = {
  read: 'Vorlesen',
  pause: 'Vorlesen anhalten',
  goOn: 'Weiter vorlesen',
  stop: 'Vorlesen beenden',
  speed: (times) => `Tempo: ${times}×`,
  noVoice: 'Weder diese Installation noch dein Browser hat eine Stimme.',
  failed: 'Das ließ sich gerade nicht vorlesen. Versuch es gleich noch einmal.',
  stand: { code: 'Code.', formula: 'Eine Formel.' },
}
