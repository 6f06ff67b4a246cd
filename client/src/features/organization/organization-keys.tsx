import { useMemo } from 'react'
import { organizationKeys, paths } from '../../api/endpoints'
import type { Organization, OrganizationKey } from '../../api/types'
import { type Keyring, Keys } from '../settings/api-keys'

export function OrganizationKeys({ organization: { id } }: { organization: Organization }) {
  return <Keys keyring={useMemo(() => keyringOf(id), [id])} />
}

function keyringOf(id: string): Keyring<OrganizationKey> {
  return {
    path: paths.organizationKeys(id),
    list: () => organizationKeys.list(id),
    create: (name, scopes, expiresAt) => organizationKeys.create(id, name, scopes, expiresAt),
    revoke: (keyId) => organizationKeys.revoke(id, keyId),
    about: (key) => {
      const maker = key.isYours ? 'you' : key.madeBy.name || 'somebody without a name'
      return key.isResting ? `rests until ${maker} has a second factor` : `acts as ${maker}`
    },
  }
}
