import type { VoiceSettingsWords } from './words'

export const voiceSettings: VoiceSettingsWords = {
  title: 'Sprechen',
  lead: 'Wie du an diesem Browser mit Holdfast sprichst.',
  aloud: 'Vorlesen',
  aloudLead:
    'Der Lautsprecher unter einer Antwort liest sie mit der Stimme der Installation vor, oder mit der deines Browsers.',
  heard: 'Was gehört wurde',
  intoBox: 'Kommt ins Eingabefeld, wo ich es ändern kann',
  atOnce: 'Wird gleich gesendet',
  speed: 'Tempo',
  times: (speed) => `${speed}-mal so schnell`,
  usual: 'In gewöhnlichem Tempo',
  language: 'Ich spreche',
  page: (name) => `Die Sprache der Seite (${name})`,
  onlyHears: (names) => `Diese Installation versteht nur ${names}.`,
  deaf: 'Diese Installation hört nichts: Ihr Modell fehlt.',
}
