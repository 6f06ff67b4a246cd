import type { VoiceSettingsWords } from './words'

export const voiceSettings: VoiceSettingsWords = {
  title: 'Hablar',
  lead: 'Cómo hablas con Holdfast en este navegador.',
  aloud: 'Leer en voz alta',
  aloudLead: 'El altavoz bajo una respuesta la lee con la voz de la instalación o con la de tu navegador.',
  heard: 'Lo que se ha oído',
  intoBox: 'Va al cuadro, donde puedo cambiarlo',
  atOnce: 'Se envía enseguida',
  speed: 'Velocidad',
  times: (speed) => `${speed}× de velocidad`,
  usual: 'A velocidad normal',
  language: 'Hablo',
  page: (name) => `El idioma de la página (${name})`,
  onlyHears: (names) => `Esta instalación solo entiende ${names}.`,
  deaf: 'Esta instalación no oye nada: falta su modelo.',
}
