import { defineWords, type TranslationOf } from '../../../language/words'

export const factorBannerWords = defineWords('factorBanner', {
  label: 'A second factor is asked for',
  asks: (organization: string) => `${organization} asks for a second factor.`,
  keptOut: 'Its plan and what it shares are closed to you until you have one.',
  until: (deadline: string) => `You have until ${deadline}.`,
  setOne: 'Set one up',
})

export type FactorBannerWords = TranslationOf<typeof factorBannerWords>
