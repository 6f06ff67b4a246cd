import type { FactorBannerWords } from './words'

export const factorBanner: FactorBannerWords = {
  label: 'Ein zweiter Faktor wird verlangt',
  asks: (organization) => `${organization} verlangt einen zweiten Faktor.`,
  keptOut: 'Bis du einen hast, sind ihr Tarif und was sie teilt für dich geschlossen.',
  until: (deadline) => `Du hast Zeit bis ${deadline}.`,
  setOne: 'Einrichten',
}
