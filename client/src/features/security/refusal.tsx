import { ApiError } from '../../api/http'
import { Notice, TroubleText } from '../../ui/notice'
import { NoPasskeyShown } from './passkey'

/** Why it was refused. The server's own sentence says what to do; only a wait needs more words. */
export function Refusal({ error }: { error: unknown }) {
  if (error === null) return null
  if (error instanceof NoPasskeyShown) {
    return (
      <Notice tone="rust" testId="refusal">
        <p>No passkey was shown. Try again, or use another way.</p>
      </Notice>
    )
  }
  const isPlain = error instanceof ApiError && error.status < 500 && error.status !== 429
  return (
    <Notice tone="rust" testId="refusal">
      {isPlain ? <p>{error.message}</p> : <TroubleText error={error} />}
    </Notice>
  )
}
