import { ApiError } from '../../api/http'
import { describe } from '../../api/sentences'
import { useWords } from '../../language/words'
import { Notice, TroubleText } from '../../ui/notice'
import { NoPasskeyShown } from './passkey'
import { securityWords } from './words'

/** Why it was refused. The server's own sentence says what to do; only a wait needs more words. */
export function Refusal({ error }: { error: unknown }) {
  const says = useWords(securityWords).passkey
  if (error === null) return null
  if (error instanceof NoPasskeyShown) {
    return (
      <Notice tone="rust" testId="refusal">
        <p>{says.notShown}</p>
      </Notice>
    )
  }
  const isPlain = error instanceof ApiError && error.status < 500 && error.status !== 429
  return (
    <Notice tone="rust" testId="refusal">
      {isPlain ? <p>{describe(error).sentence}</p> : <TroubleText error={error} />}
    </Notice>
  )
}
