import { number, plural } from '../../../language/formats'
import type { QuotaWords } from './words'

export const quota: QuotaWords = {
  usage: 'Uso',
  say: ({ left, limit, back, helps }) =>
    left > 0
      ? `${plural(left, { one: 'Te queda # mensaje', other: 'Te quedan # mensajes' })} de ${number(limit)} para hoy${back ? `; vuelven a estar todos: ${back}` : ''}.`
      : `Has usado tus ${number(limit)} mensajes de hoy${back ? `; vuelve a haber: ${back}` : ''}.${helps ? ` El plan ${helps} tiene más.` : ''}`,
  kept: 'Lo que escribes aquí se conserva.',
}
