import { defineWords, type TranslationOf } from '../../../language/words'

interface QuotaTold {
  sentence: string
  left: number
  limit: number
  /** When it comes back, as people read it. */
  back: string | null
  /** The plan that has more. */
  helps: string | null
}

export const quotaWords = defineWords('quota', {
  usage: 'Usage',
  /** How much is left, or that nothing is. The server says it in English; other languages say it themselves. */
  say: (told: QuotaTold) => told.sentence,
  kept: 'What you write here is kept.',
})

export type QuotaWords = TranslationOf<typeof quotaWords>
