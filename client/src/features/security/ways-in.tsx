/** Settings → You: how this account is opened. */

import useSWR from 'swr'
import { auth, paths } from '../../api/endpoints'
import { security, securityPaths } from '../../api/security'
import { useWords } from '../../language/words'
import { Section } from '../settings/section'
import { LinkedProviders } from './linked-providers'
import { SecondFactor } from './second-factor'
import { securityWords } from './words'

export default function WaysIn() {
  const { factor, providers } = useWords(securityWords)
  const { data: ways } = useSWR(paths.providers, auth.providers)
  const { data: linked } = useSWR(securityPaths.identities, security.identities)
  const hasProviders = (ways?.providers.length ?? 0) > 0 || (linked?.length ?? 0) > 0
  return (
    <>
      <Section title={factor.title} lead={factor.lead}>
        <SecondFactor />
      </Section>
      {hasProviders && (
        <Section title={providers.title} lead={providers.lead}>
          <LinkedProviders />
        </Section>
      )}
    </>
  )
}
