/** What can become of a turn, and what the person is told. Pure. */
import { ApiError, NotReached } from '../../api/http'
import { isLost } from './recovery'

export type Trouble =
  /** The server said no and stored nothing; what was written has been given back. */
  | { kind: 'refused'; error: unknown; isForLater: boolean }
  /** No answer after several tries. `again` repeats the very same request, which the server counts once. */
  | { kind: 'unreachable'; error: unknown; isStored: boolean; again: () => void }
  /** The answer was begun and failed; the server's sentence says how. */
  | { kind: 'failed'; sentence: string }

export type Verdict = 'well' | 'lost' | 'uncertain' | 'refused' | 'failed'

interface Circumstances {
  /** The server had taken the message before things went wrong. */
  isAccepted: boolean
  /** The same request may be sent again and counts once. */
  isRepeatable: boolean
}

export function judge(error: unknown, { isAccepted, isRepeatable }: Circumstances): Verdict {
  if (error === null) return 'well'
  // Whatever is said about a message that was taken, it stays taken.
  if (isAccepted) return isLost(error) ? 'lost' : 'failed'
  if (isUncertain(error) && isRepeatable) return 'uncertain'
  if (error instanceof ApiError || error instanceof NotReached) return 'refused'
  return 'failed'
}

/** A failure after which nobody knows whether the message was stored. 503 stores nothing, by contract. */
function isUncertain(error: unknown): boolean {
  if (error instanceof NotReached) return true
  return error instanceof ApiError && error.status >= 500 && error.status !== 503
}

/** The server said when it will be able to: the same words may go out again then. */
export function isForLater(error: unknown): boolean {
  return error instanceof ApiError && error.retryAt !== null && (error.status === 503 || error.status === 429)
}

/** The chat was deleted on another page: nothing can be said in it any more. */
export function isChatDeleted(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'chat_deleted'
}

/** Another page is having an answer written in this chat. */
export function isSomeoneElsesTurn(error: unknown): boolean {
  return error instanceof ApiError && error.status === 409
}
