import { defineWords, type TranslationOf } from '../../../language/words'

export const keyLimitWords = defineWords('keyLimits', {
  title: 'Limits',
  minute: 'Requests a minute',
  day: 'Requests a day',
  money: 'US dollars a month',
  moneyHint: 'Of what answers cost, where prices are known.',
  models: 'Only these models',
  modelsHint: 'Names of personas or models, with commas between them.',
  networks: 'Only from these networks',
  networksHint: 'Addresses, or networks with their length.',
  aMinute: (count: number) => `${count} requests a minute`,
  aDay: (count: number) => `${count} requests a day`,
  spent: (spent: number, limit: number) => `$${spent.toFixed(2)} of $${limit.toFixed(2)} this month`,
  from: (place: string) => `from ${place}`,
})

export type KeyLimitWords = TranslationOf<typeof keyLimitWords>
