import type { KeyLimitWords } from './words'

export const keyLimits: KeyLimitWords = {
  title: 'Grenzen',
  minute: 'Anfragen in der Minute',
  day: 'Anfragen am Tag',
  money: 'US-Dollar im Monat',
  moneyHint: 'Was Antworten kosten, soweit Preise bekannt sind.',
  models: 'Nur diese Modelle',
  modelsHint: 'Namen von Personas oder Modellen, durch Kommas getrennt.',
  networks: 'Nur aus diesen Netzen',
  networksHint: 'Adressen, oder Netze mit ihrer Länge.',
  aMinute: (count) => `${count} Anfragen in der Minute`,
  aDay: (count) => `${count} Anfragen am Tag`,
  spent: (spent, limit) => `${spent.toFixed(2)} von ${limit.toFixed(2)} $ in diesem Monat`,
  from: (place) => `von ${place}`,
}
