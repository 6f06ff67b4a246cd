import { describe, expect, test } from 'vitest'
import type { Member, Organization, Permission, Role } from '../../api/types'
import { isOnlyOwner, offersOf } from './offers'

const MEMBER: Permission[] = ['org.view', 'members.view', 'billing.view', 'resources.create']
const ADMIN: Permission[] = [...MEMBER, 'org.edit', 'members.invite', 'members.remove', 'resources.delete']
const OWNER: Permission[] = [...ADMIN, 'org.delete', 'members.edit_role', 'billing.manage']
const PERMISSIONS: Record<Role, Permission[]> = { owner: OWNER, admin: ADMIN, member: MEMBER }

function organization(role: Role, used = 2): Organization {
  return {
    id: 'o-1',
    name: 'Harbour Works',
    plan: null,
    role,
    permissions: PERMISSIONS[role],
    inviteRoles: [],
    seats: { count: 5, used, pendingRemoval: null },
    secondFactor: null,
    createdAt: '2026-11-16T08:00:00Z',
  }
}

function member(role: Role, change: Partial<Member> = {}): Member {
  const known = {
    userId: `u-${role}`,
    name: role,
    email: null,
    joinedAt: '2026-11-16T08:00:00Z',
    isEmailVerified: false,
    hasSecondFactor: null,
  }
  return { ...known, role, isYou: false, canManage: false, rolesToChoose: [], ...change }
}

describe('what is offered', () => {
  test('to an owner is everything', () => {
    expect(offersOf(organization('owner'))).toEqual({
      mayRename: true,
      mayDelete: true,
      mayInvite: true,
      inviteRoles: [],
      mayMakeKeys: true,
      mayEndKeys: true,
      maySeeHistory: true,
      mayLeave: true,
    })
  })

  test('to an admin is not deleting, and what the server says of their invites', () => {
    const offers = offersOf({ ...organization('admin'), inviteRoles: ['member'] })
    expect(offers).toMatchObject({ mayRename: true, mayInvite: true, mayDelete: false, mayEndKeys: true })
    expect(offers.maySeeHistory).toBe(false)
    expect(offers.inviteRoles).toEqual(['member'])
  })

  test('to a member is leaving, and a key that others can end', () => {
    const { mayLeave, mayMakeKeys, ...others } = offersOf(organization('member'))
    expect([mayLeave, mayMakeKeys]).toEqual([true, true])
    expect(Object.values(others).flat()).toEqual([false, false, false, false, false])
  })

  test('to the last one is not leaving', () => {
    expect(offersOf(organization('owner', 1)).mayLeave).toBe(false)
  })
})

test('whether one is the only owner is not said before everybody was read', () => {
  const me = member('owner', { isYou: true })
  expect(isOnlyOwner([me, member('admin')], true)).toBe(true)
  expect(isOnlyOwner([me, member('admin')], false)).toBeNull()
  expect(isOnlyOwner([me, member('owner', { userId: 'u-2' })], false)).toBe(false)
})
