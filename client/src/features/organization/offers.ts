/** What the page offers somebody, from what the server says they may do. The server is asked again at every step. */

import type { InviteRole, Member, Organization } from '../../api/types'
import { wordsNow } from '../../language/words'
import { organizationWords } from './words'

export interface Offers {
  mayRename: boolean
  mayDelete: boolean
  mayInvite: boolean
  /** What an invite of theirs may make people. */
  inviteRoles: InviteRole[]
  mayMakeKeys: boolean
  /** Everybody's, which one is then shown. */
  mayEndKeys: boolean
  maySeeHistory: boolean
  /** The last one deletes the organization instead. */
  mayLeave: boolean
}

export function offersOf({ permissions, inviteRoles, role, seats }: Organization): Offers {
  const may = (permission: Organization['permissions'][number]) => permissions.includes(permission)
  return {
    mayRename: may('org.edit'),
    mayDelete: may('org.delete'),
    mayInvite: may('members.invite'),
    inviteRoles,
    mayMakeKeys: may('resources.create'),
    mayEndKeys: may('resources.delete'),
    maySeeHistory: role === 'owner',
    mayLeave: seats.used > 1,
  }
}

/** Null while it cannot be said: not everybody has been read yet. */
export function isOnlyOwner(members: Member[], isComplete: boolean): boolean | null {
  const owners = members.filter((member) => member.role === 'owner')
  if (owners.some((owner) => !owner.isYou)) return false
  return isComplete ? owners.length === 1 : null
}

export function whoIs(member: Pick<Member, 'name' | 'email'>): string {
  return member.name || member.email || wordsNow(organizationWords).nameless
}
