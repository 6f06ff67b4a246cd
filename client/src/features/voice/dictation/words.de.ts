import type { DictationWords } from './words'

export const dictation: DictationWords = {
  region: 'Aufnahme',
  opening: 'Warte auf das Mikrofon. Wenn dein Browser fragt, erlaube es.',
  recording: 'Aufnahme läuft.',
  howToEnd: 'Enter, wenn du fertig bist; Escape verwirft sie.',
  letGo: 'Loslassen, wenn du fertig bist',
  done: 'Fertig',
  discard: 'Aufnahme verwerfen',
  hearing: 'Wird zu Text …',
  failed: 'Das hat nicht geklappt.',
  kept: 'Was du gesagt hast, ist noch da.',
  waiting: 'Etwas, das du gesagt hast, wurde noch nicht gehört.',
  again: 'Noch einmal versuchen',
  hear: 'Jetzt hören',
  throwAway: 'Verwerfen',
  close: 'Schließen',
  silent: 'Es kommt kein Ton an. Ist das richtige Mikrofon gewählt und eingeschaltet?',
  onlyHears: (language) => `Diese Installation versteht nur ${language}.`,
  full: (minutes) => `Eine Aufnahme darf ${minutes} Minuten dauern. Sie endet hier und wird gehört.`,
  nothing: 'Ich habe nichts gehört. Sieh nach dem Mikrofon und sag es noch einmal.',
  unheard: 'Es konnte gerade nicht gehört werden.',
  unreached: 'Holdfast ist nicht zu erreichen.',
  deaf: 'Diese Installation hört nichts. Wer sie betreibt, kann „holdfast models fetch“ ausführen oder einen Dienst nennen.',
  browserListens: 'Dein Browser hört zu.',
  useBrowser: 'Den Browser hören lassen',
  browserNote:
    'Dein Browser kann stattdessen zuhören. Sein Hersteller bekommt dann vielleicht, was du sagst.',
  wrongLanguage:
    'Diese Installation versteht die Sprache nicht, die du sprichst. Wähle in den Einstellungen eine andere.',
  tooLong: 'Das ist länger, als diese Installation annimmt. Sag es in Teilen.',
  faults: {
    insecure:
      'Browser geben ein Mikrofon nur https-Seiten und solchen auf diesem Gerät. Öffne Holdfast über https.',
    unsupported: 'Dieser Browser kann nicht aufnehmen. Ein neuerer kann es.',
    refused:
      'Diese Seite darf das Mikrofon nicht benutzen. Erlaube es neben der Adresse und versuch es noch einmal.',
    none: 'Es wurde kein Mikrofon gefunden. Schließ eines an und versuch es noch einmal.',
    taken: 'Das Mikrofon lässt sich gerade nicht benutzen. Vielleicht hält es ein anderes Programm.',
  },
}
