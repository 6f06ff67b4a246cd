import type { NoticeWords } from './words'

export const notices: NoticeWords = {
  title: 'Hinweis, wenn eine lange Antwort fertig ist',
  states: {
    on: 'Dein System sagt es dir, wenn du gerade woanders bist. Es nennt, wer geantwortet hat, nie was.',
    off: 'Dein System sagt es dir, wenn du gerade woanders bist. Dein Browser fragt dich einmal.',
    refused:
      'Dein Browser soll von hier keine zeigen. Das lässt sich in seinen Einstellungen für diese Seite ändern.',
    impossible: 'Dieser Browser zeigt an dieser Adresse keine; über HTTPS vielleicht.',
  },
  install: 'Holdfast installieren',
  installNow: 'Installieren',
  installLead: 'Mit eigenem Fenster und Symbol. Es öffnet sich auch ohne Verbindung.',
  installHow:
    'Im Menü des Browsers: „Installieren“ oder „Zum Startbildschirm“, über HTTPS oder auf diesem Rechner.',
  installed: 'Es ist installiert: Das hier ist es.',
  answered: (who) => `${who} hat geantwortet.`,
  offer: 'Lange Antwort? Ich kann dir sagen, wenn eine fertig ist, während du woanders bist.',
  yes: 'Ja, bitte',
}
