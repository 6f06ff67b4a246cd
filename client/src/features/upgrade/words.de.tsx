import { number } from '../../language/formats'
import type { UpgradeWords } from './words'

export const upgrade: UpgradeWords = {
  titles: {
    chats_per_day: 'Für heute keine Nachrichten mehr',
    storage_bytes: 'Kein Platz mehr für Dateien',
    voice_minutes_per_month: 'Diesen Monat keine Sprachminuten mehr',
    other: 'Dein Tarif hat davon nichts mehr',
  },
  used: {
    chats_per_day: (limit) =>
      limit === 1
        ? 'Du hast deine eine Nachricht für heute verbraucht.'
        : `Du hast alle ${number(limit)} Nachrichten für heute verbraucht.`,
    storage_bytes: () =>
      'Diese Datei passt nicht neben die, die du hast. Lösche welche, oder nimm einen größeren Tarif.',
    voice_minutes_per_month: (limit) => `Du hast alle ${number(limit)} Minuten dieses Monats verbraucht.`,
    other: () => 'Was dein Tarif davon enthält, ist verbraucht.',
  },
  comesBack: (moment) => `Wieder Platz ist ab ${moment}.`,
  helps: (plan) => `Der Tarif ${plan} hat mehr.`,
  kept: 'Was du gerade tun wolltest, bleibt erhalten. Es geht von selbst weiter, sobald Platz ist.',
  plans: 'Tarife ansehen',
  notNow: 'Jetzt nicht',
  tryAgain: 'Nochmal versuchen',
  looking: 'Es wird nachgesehen…',
  notYet: 'Noch nicht.',
  unknown: 'Der Server war nicht zu fragen. Versuch es gleich noch einmal.',
  goesOn: 'Es ist wieder Platz, also ging es weiter.',
}
