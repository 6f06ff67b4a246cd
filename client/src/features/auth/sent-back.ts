/** Why a provider's sign-in ended at our door, in words: the browser was sent back with `?error=…`. */
import { wordsNow } from '../../language/words'
import { authWords } from './words'

export function whySentBack(code: string | null): string | null {
  if (!code) return null
  const reasons = wordsNow(authWords).sentBack
  return Object.hasOwn(reasons, code) ? reasons[code as keyof typeof reasons] : reasons.other
}
