import { useState } from 'react'
import useSWR from 'swr'
import { auth, paths } from '../../api/endpoints'
import { security, securityPaths } from '../../api/security'
import { inOneLine } from '../../api/sentences'
import type { LinkedIdentity, SignInProvider } from '../../api/types'
import { useWords } from '../../language/words'
import { useSearch } from '../../router'
import { Button } from '../../ui/button'
import { day } from '../../ui/dates'
import { Dialog } from '../../ui/dialog'
import { Notice, TroubleText } from '../../ui/notice'
import { useToasts } from '../../ui/toast'
import { uiWords } from '../../ui/words'
import { whySentBack } from '../auth/sent-back'
import { FactorRow } from './factor-row'
import { Cancelled, useFresh } from './use-fresh'
import { type SecurityWords, securityWords } from './words'

/** The providers that open this account, and those that could. */
export function LinkedProviders() {
  const ui = useWords(uiWords)
  const says = useWords(securityWords).providers
  const { keep } = useWords(securityWords).factor
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
    location.assign(await security.link(provider.name, '/settings/security'))
  }

  async function unlink(identity: LinkedIdentity) {
    await security.unlink(identity.id)
    show(says.unlinked(identity.label))
  }

  if (error) {
    return (
      <Notice tone="rust" actions={<Button onClick={() => void mutate()}>{ui.tryAgain}</Button>}>
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
      <ul aria-label={says.list} className="divide-y divide-line border-line border-y">
        {linked.map((identity) => (
          <FactorRow key={identity.id} title={identity.label} about={aboutIt(says, identity)}>
            {!identity.isLastWayIn && (
              <Button
                look="quiet"
                onClick={() => setDoomed(identity)}
                aria-label={says.unlinkLabel(identity.label)}
              >
                {says.unlink}
              </Button>
            )}
          </FactorRow>
        ))}
        {others.map((provider) => (
          <FactorRow key={provider.name} title={provider.label} about={says.notLinked}>
            <Button
              onClick={() => void attempt(() => link(provider))}
              aria-label={says.linkLabel(provider.label)}
            >
              {says.link}
            </Button>
          </FactorRow>
        ))}
      </ul>
      {doomed && (
        <Dialog
          title={says.unlinkTitle(doomed.label)}
          onClose={() => setDoomed(null)}
          actions={
            <>
              <Button onClick={() => setDoomed(null)}>{keep}</Button>
              <Button look="danger" onClick={() => [setDoomed(null), void attempt(() => unlink(doomed))]}>
                {says.unlink}
              </Button>
            </>
          }
        >
          {says.unlinkLead}
        </Dialog>
      )}
      {dialog}
    </>
  )
}

function aboutIt(says: SecurityWords['providers'], identity: LinkedIdentity): string {
  const since = says.linked(day(identity.linkedAt))
  if (identity.isLastWayIn) return says.lastWayIn(since)
  return identity.provider ? since : says.notOffered(since)
}
