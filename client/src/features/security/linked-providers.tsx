import { useState } from 'react'
import useSWR from 'swr'
import { auth, paths } from '../../api/endpoints'
import { security, securityPaths } from '../../api/security'
import { inOneLine } from '../../api/sentences'
import type { LinkedIdentity, SignInProvider } from '../../api/types'
import { useSearch } from '../../router'
import { Button } from '../../ui/button'
import { day } from '../../ui/dates'
import { Dialog } from '../../ui/dialog'
import { Notice, TroubleText } from '../../ui/notice'
import { useToasts } from '../../ui/toast'
import { whySentBack } from '../auth/sent-back'
import { FactorRow } from './factor-row'
import { Cancelled, useFresh } from './use-fresh'

/** The providers that open this account, and those that could. */
export function LinkedProviders() {
  const { data: linked, error, mutate } = useSWR(securityPaths.identities, security.identities)
  const { data: ways } = useSWR(paths.providers, auth.providers)
  const { show } = useToasts()
  const { run, dialog } = useFresh()
  const sentBack = whySentBack(useSearch().get('error'))
  const [doomed, setDoomed] = useState<LinkedIdentity | null>(null)

  async function attempt(action: () => Promise<void>) {
    try {
      await run(action)
    } catch (failure) {
      if (!(failure instanceof Cancelled)) show(inOneLine(failure))
    }
    await mutate()
  }

  async function link(provider: SignInProvider) {
    location.assign(await security.link(provider.name, '/settings'))
  }

  async function unlink(identity: LinkedIdentity) {
    await security.unlink(identity.id)
    show(`${identity.label} opens this account no more.`)
  }

  if (error) {
    return (
      <Notice tone="rust" actions={<Button onClick={() => void mutate()}>Try again</Button>}>
        <TroubleText error={error} />
      </Notice>
    )
  }
  if (!linked || !ways) return null
  const others = ways.providers.filter((provider) => !linked.some((one) => one.provider === provider.name))
  return (
    <>
      {sentBack && (
        <div className="mb-4">
          <Notice tone="amber" testId="sent-back">
            {sentBack}
          </Notice>
        </div>
      )}
      <ul aria-label="Linked providers" className="divide-y divide-line border-line border-y">
        {linked.map((identity) => (
          <FactorRow key={identity.id} title={identity.label} about={aboutIt(identity)}>
            {!identity.isLastWayIn && (
              <Button
                look="quiet"
                onClick={() => setDoomed(identity)}
                aria-label={`Unlink ${identity.label}`}
              >
                Unlink
              </Button>
            )}
          </FactorRow>
        ))}
        {others.map((provider) => (
          <FactorRow key={provider.name} title={provider.label} about="Not linked">
            <Button onClick={() => void attempt(() => link(provider))} aria-label={`Link ${provider.label}`}>
              Link
            </Button>
          </FactorRow>
        ))}
      </ul>
      {doomed && (
        <Dialog
          title={`Unlink ${doomed.label}?`}
          onClose={() => setDoomed(null)}
          actions={
            <>
              <Button onClick={() => setDoomed(null)}>Keep it</Button>
              <Button look="danger" onClick={() => [setDoomed(null), void attempt(() => unlink(doomed))]}>
                Unlink
              </Button>
            </>
          }
        >
          You sign in with what is left. Browsers that are signed in stay so.
        </Dialog>
      )}
      {dialog}
    </>
  )
}

function aboutIt(identity: LinkedIdentity): string {
  const since = `Linked ${day(identity.linkedAt)}`
  if (identity.isLastWayIn) return `${since} · the only way you sign in`
  return identity.provider ? since : `${since} · not offered here any more`
}
