import type { FactorBannerWords } from './words'

export const factorBanner: FactorBannerWords = {
  label: 'Se pide un segundo factor',
  asks: (organization) => `${organization} pide un segundo factor.`,
  keptOut: 'Hasta que tengas uno, su plan y lo que comparte están cerrados para ti.',
  until: (deadline) => `Tienes hasta el ${deadline}.`,
  setOne: 'Configurarlo',
}
