/** Settings → You: how this account is opened. */
import useSWR from 'swr'
import { auth, paths } from '../../api/endpoints'
import { security, securityPaths } from '../../api/security'
import { Section } from '../settings/section'
import { LinkedProviders } from './linked-providers'
import { SecondFactor } from './second-factor'

export default function WaysIn() {
  const { data: ways } = useSWR(paths.providers, auth.providers)
  const { data: linked } = useSWR(securityPaths.identities, security.identities)
  const hasProviders = (ways?.providers.length ?? 0) > 0 || (linked?.length ?? 0) > 0
  return (
    <>
      <Section
        title="Second factor"
        lead="Asked for besides your password, so that knowing it is not enough to be you."
      >
        <SecondFactor />
      </Section>
      {hasProviders && (
        <Section title="Sign-in providers" lead="Who can sign you in here, besides your password.">
          <LinkedProviders />
        </Section>
      )}
    </>
  )
}
