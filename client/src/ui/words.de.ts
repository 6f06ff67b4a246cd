import { plural } from '../language/formats'
import type { UiWords } from './words'

export const ui: UiWords = {
  cancel: 'Abbrechen',
  close: 'Schließen',
  copy: 'Kopieren',
  copied: 'Kopiert',
  tryAgain: 'Noch einmal versuchen',
  offline: 'Du bist offline.',
  offlineLead:
    'Deine Chats liegen auf dem Server. Sobald es wieder eine Verbindung gibt, geht es hier weiter.',
  undo: 'Rückgängig',
  showMore: 'Mehr anzeigen',
  loading: 'Wird geladen …',
  show: 'Zeigen',
  hide: 'Verbergen',
  fields: {
    empty: 'Bitte ausfüllen.',
    email: 'Das sieht nicht nach einer E-Mail-Adresse aus.',
    tooShort: (atLeast) =>
      plural(atLeast, {
        one: 'Zu kurz: Bitte mindestens # Zeichen.',
        other: 'Zu kurz: Bitte mindestens # Zeichen.',
      }),
  },
  broken: {
    title: 'Diese Seite hat den Halt verloren',
    lead: 'Nichts, was du gesagt hast, ist verloren. Lade die Seite neu, dann geht es weiter. Passiert es noch einmal, hilft dir, wer dieses Holdfast betreibt.',
    reload: 'Neu laden',
  },
  retryNow: 'Du kannst es jetzt noch einmal versuchen.',
  retryIn: (wait) => `Du kannst es ${wait} noch einmal versuchen.`,
  shortcuts: {
    title: 'Tastenkürzel',
    show: 'Diese Tastenkürzel zeigen',
    send: 'Senden',
    newLine: 'Neue Zeile',
    escape: 'Schließen, was offen ist, oder die Antwort anhalten',
  },
  keys: { Control: 'Strg', Escape: 'Esc', Shift: 'Umschalt', Enter: 'Eingabe', ArrowUp: '↑' },
  theme: {
    system: 'Design wechseln (System)',
    light: 'Design wechseln (hell)',
    dark: 'Design wechseln (dunkel)',
  },
}
