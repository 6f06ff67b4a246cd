import type { KeyLimitWords } from './words'

export const keyLimits: KeyLimitWords = {
  title: 'Límites',
  minute: 'Peticiones por minuto',
  day: 'Peticiones por día',
  money: 'Dólares al mes',
  moneyHint: 'De lo que cuestan las respuestas, si se conocen los precios.',
  models: 'Solo estos modelos',
  modelsHint: 'Nombres de personas o modelos, separados por comas.',
  networks: 'Solo desde estas redes',
  networksHint: 'Direcciones, o redes con su longitud.',
  aMinute: (count) => `${count} peticiones por minuto`,
  aDay: (count) => `${count} peticiones por día`,
  spent: (spent, limit) => `${spent.toFixed(2)} de ${limit.toFixed(2)} $ este mes`,
  from: (place) => `desde ${place}`,
}
