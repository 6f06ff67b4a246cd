import { useMemo } from 'react'
import { organizationKeys, paths } from '../../api/endpoints'
import type { Organization, OrganizationKey } from '../../api/types'
import { wordsNow } from '../../language/words'
import { type Keyring, Keys } from '../settings/api-keys'
import { organizationWords } from './words'

export function OrganizationKeys({ organization: { id } }: { organization: Organization }) {
  return <Keys keyring={useMemo(() => keyringOf(id), [id])} />
}

function keyringOf(id: string): Keyring<OrganizationKey> {
  return {
    path: paths.organizationKeys(id),
    list: () => organizationKeys.list(id),
    create: (wish) => organizationKeys.create(id, wish),
    revoke: (keyId) => organizationKeys.revoke(id, keyId),
    about: (key) => {
      const words = wordsNow(organizationWords)
      const maker = key.isYours ? null : key.madeBy.name || words.history.whomSomebody
      return key.isResting ? words.keys.rests(maker) : words.keys.actsAs(maker)
    },
  }
}
