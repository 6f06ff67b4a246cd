import { ApiError, NotReached } from '../../../api/http'
import { inOneLine, isQuotaRefusal } from '../../../api/sentences'
import { MicError } from '../sound/microphone'
import { TooShortError } from './dictation'
import type { DictationWords } from './words'

/** Why there are no words, in a sentence that says what to do. Null: a recording from before waits. */
export function explain(error: unknown, says: DictationWords): string {
  if (error === null) return says.waiting
  if (error instanceof MicError) return says.faults[error.fault]
  if (error instanceof TooShortError) return says.nothing
  if (error instanceof NotReached) return says.unreached
  if (!(error instanceof ApiError)) return says.failed
  // What is used up is said by the server, with when it comes back.
  if (isQuotaRefusal(error)) return inOneLine(error)
  switch (error.code) {
    case 'nothing_said':
      return says.nothing
    case 'language_not_heard':
      return says.wrongLanguage
    case 'recording_too_long':
    case 'too_large':
      return says.tooLong
    case 'no_hearing':
      return says.deaf
    case 'not_heard':
      return says.unheard
  }
  return inOneLine(error)
}

/** No try at this installation will bring the words: it has no ears, or not for this language. */
export function isDeaf(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'no_hearing' || error.code === 'language_not_heard')
}
