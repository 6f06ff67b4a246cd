import { describe, expect, test } from 'vitest'
import type { Member, Organization, Permission, Role } from '../../api/types'
import { isOnlyOwner, offersOf, rolesToChoose } from './offers'

const MEMBER: Permission[] = ['org.view', 'members.view', 'billing.view', 'resources.create']
const ADMIN: Permission[] = [...MEMBER, 'org.edit', 'members.invite', 'members.remove']
const OWNER: Permission[] = [...ADMIN, 'org.delete', 'members.edit_role', 'billing.manage']
const PERMISSIONS: Record<Role, Permission[]> = { owner: OWNER, admin: ADMIN, member: MEMBER }

function organization(role: Role, used = 2): Organization {
  return {
    id: 'o-1',
    name: 'Harbour Works',
    plan: null,
    role,
    permissions: PERMISSIONS[role],
    seats: { count: 5, used, pendingRemoval: null },
    createdAt: '2026-11-16T08:00:00Z',
  }
}

function member(role: Role, change: Partial<Member> = {}): Member {
  const known = { userId: `u-${role}`, name: role, email: null, joinedAt: '2026-11-16T08:00:00Z' }
  return { ...known, role, isYou: false, canManage: false, ...change }
}

describe('what is offered', () => {
  test('to an owner is everything', () => {
    expect(offersOf(organization('owner'))).toEqual({
      mayRename: true,
      mayDelete: true,
      mayInvite: true,
      inviteRoles: ['member', 'admin'],
      mayChangeRoles: true,
      maySeeHistory: true,
      mayLeave: true,
    })
  })

  test('to an admin is neither roles nor deleting, and their invites make members only', () => {
    const offers = offersOf(organization('admin'))
    expect(offers).toMatchObject({
      mayRename: true,
      mayInvite: true,
      mayDelete: false,
      mayChangeRoles: false,
    })
    expect(offers.inviteRoles).toEqual(['member'])
    expect(offers.maySeeHistory).toBe(false)
  })

  test('to a member is leaving', () => {
    const { mayLeave, ...others } = offersOf(organization('member'))
    expect(mayLeave).toBe(true)
    expect(Object.values(others).flat()).toEqual([false, false, false, false, false])
  })

  test('to the last one is not leaving', () => {
    expect(offersOf(organization('owner', 1)).mayLeave).toBe(false)
  })
})

test('roles are chosen by owners: of those they manage, and their own', () => {
  const owner = offersOf(organization('owner'))
  expect(rolesToChoose(owner, member('member', { canManage: true }))).toEqual(['owner', 'admin', 'member'])
  expect(rolesToChoose(owner, member('owner', { isYou: true }))).toEqual(['owner', 'admin', 'member'])
  expect(rolesToChoose(owner, member('member'))).toEqual([])
  expect(rolesToChoose(offersOf(organization('admin')), member('member', { canManage: true }))).toEqual([])
})

test('whether one is the only owner is not said before everybody was read', () => {
  const me = member('owner', { isYou: true })
  expect(isOnlyOwner([me, member('admin')], true)).toBe(true)
  expect(isOnlyOwner([me, member('admin')], false)).toBeNull()
  expect(isOnlyOwner([me, member('owner', { userId: 'u-2' })], false)).toBe(false)
})
