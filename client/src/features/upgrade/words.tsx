import { number } from '../../language/formats'
import { defineWords, type TranslationOf } from '../../language/words'

export const upgradeWords = defineWords('upgrade', {
  titles: {
    chats_per_day: 'No messages left for today',
    storage_bytes: 'No room left for files',
    voice_minutes_per_month: 'No voice minutes left this month',
    other: 'Your plan has no more of this',
  },
  used: {
    chats_per_day: (limit: number) =>
      limit === 1
        ? 'You have used your one message for today.'
        : `You have used all ${number(limit)} messages for today.`,
    storage_bytes: () => 'This file does not fit beside those you have. Delete some, or take a larger plan.',
    voice_minutes_per_month: (limit: number) => `You have used all ${number(limit)} minutes of this month.`,
    other: () => 'What your plan holds of it is used up.',
  },
  comesBack: (moment: string) => `There is room again ${moment}.`,
  helps: (plan: string) => `The plan ${plan} has more.`,
  kept: 'What you were doing is kept. It goes on by itself as soon as there is room.',
  plans: 'See the plans',
  notNow: 'Not now',
  tryAgain: 'Try again',
  looking: 'Looking…',
  notYet: 'Not yet.',
  unknown: 'The server could not be asked. Try again in a moment.',
  goesOn: 'There is room again, so it went on.',
})

export type UpgradeWords = TranslationOf<typeof upgradeWords>
