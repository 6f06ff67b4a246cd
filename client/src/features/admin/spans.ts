import { wordsNow } from '../../language/words'
import { adminWords } from './words'

/** How long, in the words a tired operator reads at once. Pure. */
export function seconds(many: number): string {
  const says = wordsNow(adminWords).spans
  if (many < 1) return says.now
  if (many < 90) return says.seconds(Math.round(many))
  if (many < 5400) return says.minutes(Math.round(many / 60))
  if (many < 48 * 3600) return says.hours(Math.round(many / 3600))
  return says.days(Math.round(many / 86_400))
}

/** `learn_session` and `prune-usage` as people say it. */
export function kindName(kind: string): string {
  const words = kind.replace(/[_\-.:]+/g, ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
