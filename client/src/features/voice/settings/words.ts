import { defineWords, type TranslationOf } from '../../../language/words'

export const voiceSettingsWords = defineWords('voiceSettings', {
  title: 'Talking',
  lead: 'How you talk to Holdfast at this browser.',
  aloud: 'Reading aloud',
  aloudLead: 'The loudspeaker under an answer reads it in the installation’s voice, or in your browser’s.',
  heard: 'What was heard',
  intoBox: 'Goes into the box, where I can change it',
  atOnce: 'Is sent at once',
  speed: 'Speed',
  times: (speed: string) => `${speed}× as fast`,
  usual: 'At the usual speed',
  language: 'I speak',
  page: (name: string) => `The language of the page (${name})`,
  onlyHears: (names: string) => `This installation hears ${names} only.`,
  deaf: 'This installation hears nothing: its model is missing.',
})

export type VoiceSettingsWords = TranslationOf<typeof voiceSettingsWords>
