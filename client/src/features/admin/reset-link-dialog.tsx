import { useState } from 'react'
import { admin } from '../../api/admin'
import type { ResetLink, UserEntry } from '../../api/types'
import { Button } from '../../ui/button'
import { useCopied } from '../../ui/copy'
import { moment } from '../../ui/dates'
import { Dialog } from '../../ui/dialog'
import { Notice, TroubleText } from '../../ui/notice'
import { nameOf } from './users'

/** A link to hand on, where no mail brings it. Shown once; whoever has it chooses that person's password. */
export function ResetLinkDialog({ user, onClose }: { user: UserEntry; onClose: () => void }) {
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
      title={`A new password for ${who}`}
      onClose={onClose}
      actions={
        made ? (
          <>
            <Button onClick={onClose}>Done</Button>
            <Button look="solid" onClick={() => copy(made.link)}>
              {isCopied ? 'Copied' : 'Copy link'}
            </Button>
          </>
        ) : (
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button look="solid" disabled={isBusy} onClick={() => void make()}>
              Make link
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
          <p>
            Hand it to {who} yourself; it is not shown again. It works once, until {moment(made.expiresAt)}.
          </p>
          <p data-testid="reset-link" className="mt-3 break-all font-mono text-[0.8125rem]">
            {made.link}
          </p>
        </>
      ) : (
        <p>
          You get a link by which they choose a new password; they are then signed out everywhere. Make sure
          that it is really them who ask. That you made it is written down under History.
        </p>
      )}
    </Dialog>
  )
}
