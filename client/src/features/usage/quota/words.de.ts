import { number, plural } from '../../../language/formats'
import type { QuotaWords } from './words'

export const quota: QuotaWords = {
  usage: 'Verbrauch',
  say: ({ left, limit, back, helps }) =>
    left > 0
      ? `${plural(left, { one: 'Von deinen Nachrichten für heute ist noch # übrig', other: 'Von deinen Nachrichten für heute sind noch # übrig' })} (von ${number(limit)})${back ? `; ab ${back} sind es wieder alle` : ''}.`
      : `Deine ${number(limit)} Nachrichten für heute sind verbraucht${back ? `; ab ${back} geht es weiter` : ''}.${helps ? ` Der Tarif ${helps} hat mehr davon.` : ''}`,
  kept: 'Was du hier schreibst, bleibt.',
}
