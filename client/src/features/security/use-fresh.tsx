/**
 * Changes to how one signs in take somebody who has just said who they are. `run` does such a thing; where the server
 * wants it said again, a dialog asks, and the thing is done after it.
 */

import { type ReactNode, useCallback, useState } from 'react'
import useSWR from 'swr'
import { auth, paths } from '../../api/endpoints'
import { ApiError } from '../../api/http'
import { security, securityPaths } from '../../api/security'
import type { Proof } from '../../api/types'
import { useWords } from '../../language/words'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { uiWords } from '../../ui/words'
import { ProofForm } from './proof-form'
import { securityWords } from './words'

interface Waiting {
  again: () => void
  giveUp: (error: unknown) => void
}

export class Cancelled extends Error {
  override name = 'Cancelled'
}

export function useFresh(): { run: <T>(action: () => Promise<T>) => Promise<T>; dialog: ReactNode } {
  const [waiting, setWaiting] = useState<Waiting | null>(null)

  const run = useCallback(async <T,>(action: () => Promise<T>): Promise<T> => {
    try {
      return await action()
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'fresh_sign_in_required')) throw error
      await new Promise<void>((again, giveUp) => setWaiting({ again, giveUp }))
      return await action()
    }
  }, [])

  const dialog = waiting && (
    <ConfirmDialog
      onConfirmed={() => {
        setWaiting(null)
        waiting.again()
      }}
      onClose={() => {
        setWaiting(null)
        waiting.giveUp(new Cancelled())
      }}
    />
  )
  return { run, dialog }
}

function ConfirmDialog({ onConfirmed, onClose }: { onConfirmed: () => void; onClose: () => void }) {
  const { cancel } = useWords(uiWords)
  const says = useWords(securityWords).fresh
  const { data: asked } = useSWR(securityPaths.confirm, security.waysToConfirm, { revalidateOnFocus: false })

  async function show(proof: Proof) {
    await security.confirm(proof)
    onConfirmed()
  }

  return (
    <Dialog title={says.title} onClose={onClose} actions={<Button onClick={onClose}>{cancel}</Button>}>
      <p className="mb-4">{says.lead}</p>
      {asked?.ways.includes('provider') && <AtTheProvider />}
      {asked && !asked.ways.includes('provider') && (
        <ProofForm
          asked={asked}
          passkeyOptions={security.passkeyToConfirm}
          button={says.confirm}
          onProof={show}
        />
      )}
    </Dialog>
  )
}

/** Whoever has no password here signs in where they always do, and comes back to this page. */
function AtTheProvider() {
  const says = useWords(securityWords).fresh
  const { data } = useSWR(paths.providers, auth.providers)
  return (
    <div className="flex flex-col gap-2">
      {data?.providers.map((provider) => (
        <a
          key={provider.name}
          href={paths.oidc(provider.name, '/settings/security')}
          className="inline-flex h-11 items-center justify-center rounded-lg border border-line-strong bg-raised font-medium hover:border-ink-faint"
        >
          {says.signInWith(provider.label)}
        </a>
      ))}
    </div>
  )
}
