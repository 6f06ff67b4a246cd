import { number } from '../../language/formats'
import type { UpgradeWords } from './words'

export const upgrade: UpgradeWords = {
  titles: {
    chats_per_day: 'No quedan mensajes para hoy',
    storage_bytes: 'No queda sitio para archivos',
    voice_minutes_per_month: 'No quedan minutos de voz este mes',
    other: 'Tu plan no tiene más de esto',
  },
  used: {
    chats_per_day: (limit) =>
      limit === 1 ? 'Has usado tu único mensaje de hoy.' : `Has usado los ${number(limit)} mensajes de hoy.`,
    storage_bytes: () => 'Este archivo no cabe junto a los que tienes. Borra alguno o toma un plan mayor.',
    voice_minutes_per_month: (limit) => `Has usado los ${number(limit)} minutos de este mes.`,
    other: () => 'Lo que tu plan incluye de esto se ha agotado.',
  },
  comesBack: (moment) => `Habrá sitio de nuevo el ${moment}.`,
  helps: (plan) => `El plan ${plan} tiene más.`,
  kept: 'Lo que estabas haciendo se conserva. Seguirá solo en cuanto haya sitio.',
  plans: 'Ver los planes',
  notNow: 'Ahora no',
  tryAgain: 'Intentar de nuevo',
  looking: 'Mirando…',
  notYet: 'Todavía no.',
  unknown: 'No se pudo preguntar al servidor. Inténtalo en un momento.',
  goesOn: 'Vuelve a haber sitio, así que siguió.',
}
