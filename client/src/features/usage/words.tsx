import type { ReactNode } from 'react'
import { plural } from '../../language/formats'
import { defineWords, type TranslationOf } from '../../language/words'

export const usageWords = defineWords('usage', {
  again: 'Try again',
  refresh: 'Refresh',
  yourPlan: 'Your plan',
  used: 'Used',
  follows: (zone: string) => `Days and months follow your time zone, ${zone}.`,
  noLimits: 'No limits apply to you.',
  noLimit: 'no limit',
  noLimitOf: 'No limit',
  ofLimit: (used: string, limit: string) => `${used} of ${limit} used`,
  usedSoFar: (used: string) => `${used} used`,
  resetsAtMidnight: 'resets at midnight',
  resetsOn: (day: string) => `resets ${day}`,
  resets: (moment: string) => `resets ${moment}`,
  freed: 'files go with the chat they were sent in',
  plans: 'Plans',
  plansLead: 'What each plan holds. The numbers of yours may have been changed for you.',
  plansTable: 'Table of plans',
  feature: 'Feature',
  source: {
    organization: (link: (text: string) => ReactNode) => (
      <>The plan of {link('your organization')} applies to you.</>
    ),
    user: 'Your personal plan.',
    installation: 'The standard plan of this installation.',
  },
  features: {
    chats_per_day: 'Messages a day',
    storage_bytes: 'File storage',
    voice_minutes_per_month: 'Voice minutes a month',
    api_requests_per_minute: 'API requests a minute',
    seats: 'Seats of an organization',
    memory_characters_per_day: 'Characters into memory a day',
    background_calls_per_day: 'Background model calls a day',
  },
  /** A name of the list above, inside a sentence. */
  inASentence: (name: string) => name.replace(/^\p{Lu}(?!\p{Lu})/u, (letter) => letter.toLowerCase()),
  bytes: (count: number) => plural(count, { one: '# byte', other: '# bytes' }),
  toLimits: (told: string) => `to ${told}`,
  backToPlan: 'back to those of the plan',
})

export type UsageWords = TranslationOf<typeof usageWords>
