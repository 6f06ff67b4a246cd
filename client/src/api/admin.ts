/** What only admins of the installation ask and change. None of it holds what somebody said. */
import { paths, query } from './endpoints'
import type { Feature } from './features'
import { getJson, sendJson } from './http'
import type {
  AdminEventPage,
  AdminOrganization,
  AdminOrganizationPage,
  DeadLetters,
  Health,
  InvitationList,
  MadeInvitation,
  MailPage,
  PlanName,
  Queue,
  ResetLink,
  UsageOfAll,
  UserEntry,
  UserList,
} from './types'

const seg = encodeURIComponent

export const adminPaths = {
  users: paths.users,
  organizations: '/api/admin/organizations',
  usage: '/api/admin/usage',
  jobs: '/api/admin/jobs',
  deadLetters: '/api/admin/dead-letters',
  health: '/api/admin/health',
  mails: '/api/admin/mails',
  events: '/api/admin/events',
  invites: '/api/admin/invites',
}

/** Whole, as it shall be: what is not named is as the plan says. */
export interface PlanChange {
  plan: PlanName | null
  limits: { features: Partial<Record<Feature, number | null>> }
  /** Of an organization; left out, it stays. */
  seatCount?: number
}

export const admin = {
  users: (search: string, cursor: string | null, limit = 50) =>
    getJson<UserList>(`${adminPaths.users}?${query({ search: search || null, limit, cursor })}`),
  /** As many as fit on a page; an organization without an owner who can act is rarely larger. */
  usersOf: (organizationId: string) =>
    getJson<UserList>(`${adminPaths.users}?${query({ organizationId, limit: 200 })}`),
  changeUser: (id: string, deed: 'suspend' | 'unsuspend' | 'appoint' | 'dismiss' | 'remove-second-factor') =>
    sendJson<void>('POST', `${adminPaths.users}/${seg(id)}/${deed}`),
  makeResetLink: (id: string) => sendJson<ResetLink>('POST', `${adminPaths.users}/${seg(id)}/reset-link`),
  setUserPlan: (id: string, change: PlanChange) =>
    sendJson<UserEntry>('PUT', `${adminPaths.users}/${seg(id)}/plan`, change),
  organizations: (search: string, cursor: string | null, limit = 50) =>
    getJson<AdminOrganizationPage>(
      `${adminPaths.organizations}?${query({ search: search || null, limit, cursor })}`,
    ),
  setOrganizationPlan: (id: string, change: PlanChange) =>
    sendJson<AdminOrganization>('PUT', `${adminPaths.organizations}/${seg(id)}/plan`, change),
  appointOwner: (id: string, userId: string) =>
    sendJson<AdminOrganization>('PUT', `${adminPaths.organizations}/${seg(id)}/owner`, { userId }),
  usage: (feature: string, period: string | null) =>
    getJson<UsageOfAll>(`${adminPaths.usage}?${query({ feature, period })}`),
  jobs: () => getJson<Queue>(adminPaths.jobs),
  deadLetters: () => getJson<DeadLetters>(adminPaths.deadLetters),
  retryDeadLetter: (id: string) => sendJson<void>('POST', `${adminPaths.deadLetters}/${seg(id)}/retry`),
  dropDeadLetter: (id: string) => sendJson<void>('DELETE', `${adminPaths.deadLetters}/${seg(id)}`),
  health: () => getJson<Health>(adminPaths.health),
  mails: (cursor: string | null, limit = 30) =>
    getJson<MailPage>(`${adminPaths.mails}?${query({ limit, cursor })}`),
  invites: () => getJson<InvitationList>(adminPaths.invites).then((page) => page.invites),
  makeInvite: (maxUses: number, note: string) =>
    sendJson<MadeInvitation>('POST', adminPaths.invites, { maxUses, note }),
  revokeInvite: (id: string) => sendJson<void>('DELETE', `${adminPaths.invites}/${seg(id)}`),
  events: (cursor: string | null, limit = 30) =>
    getJson<AdminEventPage>(`${adminPaths.events}?${query({ limit, cursor })}`),
}
