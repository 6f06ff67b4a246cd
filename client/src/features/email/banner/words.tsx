import type { ReactNode } from 'react'
import { defineWords, type TranslationOf } from '../../../language/words'

export const addressBannerWords = defineWords('addressBanner', {
  label: 'Confirm your address',
  confirm: 'Confirm your address.',
  openLink: (email: ReactNode) => <>Open the link in the email to {email}.</>,
  again: 'Send it again',
  hide: 'Hide this',
  sent: (address: string) => `A link is on its way to ${address}. Check your spam folder too.`,
})

export type AddressBannerWords = TranslationOf<typeof addressBannerWords>
