import type { HomeWords } from './words'

export const home: HomeWords = {
  night: 'Gute Nacht',
  morning: 'Guten Morgen',
  afternoon: 'Guten Tag',
  evening: 'Guten Abend',
  greet: (greeting, name) => (name ? `${greeting}, ${name}.` : `${greeting}.`),
  lead: 'Fang irgendwo an. Was du sagst, bleibt, und bei jeder Antwort kannst du nachsehen, warum sie so ausfiel.',
  due: 'Fällig',
  all: 'Alles Offene',
  before: 'Wo wir waren',
  goOn: 'Weiter',
  with: (name) => `Dein Chat mit ${name}`,
  next: 'Du könntest weitermachen mit',
  ask: {
    commitment: (text) => `Hilf mir, das zu erledigen: ${text}`,
    thread: (text) => `Wo stehe ich damit, und was kommt als Nächstes: ${text}`,
    friction: (text) => `Was könnte ich dagegen versuchen: ${text}`,
  },
  tryOne: 'Drei Dinge zum Ausprobieren',
  tries: {
    remember: {
      title: 'Erzähl etwas, das bleiben soll',
      text: 'Ich wohne in Lissabon, esse vegetarisch, und meine Schwester Ana kommt nächste Woche zu Besuch.',
    },
    promise: {
      title: 'Nimm dir etwas mit einem Tag vor',
      text: 'Ich muss bis Freitag die Zahnärztin anrufen.',
    },
    ask: {
      title: 'Frag, und sieh nach, warum',
      text: 'Was wäre ein schönes Wochenende mit meiner Schwester?',
    },
  },
  who: 'Wer antwortet',
}
