/** What only admins of the installation ask and change. None of it holds what somebody said. */
import { paths } from './endpoints'
import type { Feature } from './features'
import { get, post, put, remove } from './request'
import type { PlanName, UsageOfAll } from './types'

export const adminPaths = {
  users: paths.users,
  organizations: '/api/admin/organizations',
  overview: '/api/admin/overview',
  usage: '/api/admin/usage',
  jobs: '/api/admin/jobs',
  deadLetters: '/api/admin/dead-letters',
  health: '/api/admin/health',
  mails: '/api/admin/mails',
  events: '/api/admin/events',
  invites: '/api/admin/invites',
} as const

/** Whole, as it shall be: what is not named is as the plan says. */
export interface PlanChange {
  plan: PlanName | null
  limits: { features: Partial<Record<Feature, number | null>> }
  /** Of an organization; left out, it stays. */
  seatCount?: number
}

/** What is counted over all; the rest is set, and not used up. */
export type Counted = UsageOfAll['feature']

/** How far back the overview looks. */
export type Days = '7' | '30' | '90'

type UserDeed = 'suspend' | 'unsuspend' | 'appoint' | 'dismiss' | 'remove-second-factor'
const DEEDS = {
  suspend: '/api/admin/users/{user_id}/suspend',
  unsuspend: '/api/admin/users/{user_id}/unsuspend',
  appoint: '/api/admin/users/{user_id}/appoint',
  dismiss: '/api/admin/users/{user_id}/dismiss',
  'remove-second-factor': '/api/admin/users/{user_id}/remove-second-factor',
} as const

export const admin = {
  users: (search: string, cursor: string | null, limit = 50) =>
    get(adminPaths.users, { query: { search: search || null, limit, cursor } }),
  /** As many as fit on a page; an organization without an owner who can act is rarely larger. */
  usersOf: (organizationId: string) => get(adminPaths.users, { query: { organizationId, limit: 200 } }),
  changeUser: (id: string, deed: UserDeed) => post(DEEDS[deed], { path: { user_id: id } }),
  makeResetLink: (id: string) => post('/api/admin/users/{user_id}/reset-link', { path: { user_id: id } }),
  setUserPlan: (id: string, change: PlanChange) =>
    put('/api/admin/users/{user_id}/plan', { path: { user_id: id }, body: change }),
  organizations: (search: string, cursor: string | null, limit = 50) =>
    get(adminPaths.organizations, { query: { search: search || null, limit, cursor } }),
  setOrganizationPlan: (id: string, change: PlanChange) =>
    put('/api/admin/organizations/{org_id}/plan', { path: { org_id: id }, body: change }),
  appointOwner: (id: string, userId: string) =>
    put('/api/admin/organizations/{org_id}/owner', { path: { org_id: id }, body: { userId } }),
  overview: (days: Days) => get(adminPaths.overview, { query: { days } }),
  usage: (feature: Counted, period: string | null) => get(adminPaths.usage, { query: { feature, period } }),
  jobs: () => get(adminPaths.jobs),
  deadLetters: () => get(adminPaths.deadLetters),
  retryDeadLetter: (id: string) =>
    post('/api/admin/dead-letters/{letter_id}/retry', { path: { letter_id: id } }),
  dropDeadLetter: (id: string) => remove('/api/admin/dead-letters/{letter_id}', { path: { letter_id: id } }),
  health: () => get(adminPaths.health),
  mails: (cursor: string | null, limit = 30) => get(adminPaths.mails, { query: { limit, cursor } }),
  invites: () => get(adminPaths.invites).then((page) => page.invites),
  makeInvite: (maxUses: number, note: string) => post(adminPaths.invites, { body: { maxUses, note } }),
  revokeInvite: (id: string) => remove('/api/admin/invites/{invite_id}', { path: { invite_id: id } }),
  events: (cursor: string | null, limit = 30) => get(adminPaths.events, { query: { limit, cursor } }),
}
