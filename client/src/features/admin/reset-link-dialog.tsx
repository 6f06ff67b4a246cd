import { useState } from 'react'
import { admin } from '../../api/admin'
import type { ResetLink, UserEntry } from '../../api/types'
import { useWords } from '../../language/words'
import { Button } from '../../ui/button'
import { useCopied } from '../../ui/copy'
import { moment } from '../../ui/dates'
import { Dialog } from '../../ui/dialog'
import { Notice, TroubleText } from '../../ui/notice'
import { nameOf } from './users'
import { adminWords } from './words'

/** A link to hand on, where no mail brings it. Shown once; whoever has it chooses that person's password. */
export function ResetLinkDialog({ user, onClose }: { user: UserEntry; onClose: () => void }) {
  const { reset: says, done, cancel, copied, copyLink } = useWords(adminWords)
  const [made, setMade] = useState<ResetLink | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const [isCopied, copy] = useCopied()
  const who = nameOf(user)

  async function make() {
    setBusy(true)
    setError(null)
    try {
      setMade(await admin.makeResetLink(user.id))
    } catch (failure) {
      setError(failure)
    }
    setBusy(false)
  }

  return (
    <Dialog
      title={says.title(who)}
      onClose={onClose}
      actions={
        made ? (
          <>
            <Button onClick={onClose}>{done}</Button>
            <Button look="solid" onClick={() => copy(made.link)}>
              {isCopied ? copied : copyLink}
            </Button>
          </>
        ) : (
          <>
            <Button onClick={onClose}>{cancel}</Button>
            <Button look="solid" disabled={isBusy} onClick={() => void make()}>
              {says.make}
            </Button>
          </>
        )
      }
    >
      {error !== null && (
        <Notice tone="rust">
          <TroubleText error={error} />
        </Notice>
      )}
      {made ? (
        <>
          <p>{says.handOver(who, moment(made.expiresAt))}</p>
          <p data-testid="reset-link" className="mt-3 break-all font-mono text-[0.8125rem]">
            {made.link}
          </p>
        </>
      ) : (
        <p>{says.means}</p>
      )}
    </Dialog>
  )
}
