/** What a new account takes here, as the server tells it. Pure; the server decides again. */
import type { Providers } from '../../api/types'

export type Asked = 'nothing' | 'setup-code' | 'invite' | 'closed'

export function whatIsAsked(ways: Providers | undefined): Asked {
  if (!ways) return 'nothing'
  if (!ways.hasAccounts) return ways.needsSetupCode ? 'setup-code' : 'nothing'
  if (ways.registration === 'open') return 'nothing'
  return ways.registration
}
