/** One function for each thing the server can do. Paths live here and nowhere else. */
import { call, getJson, sendJson } from './http'
import type { Replay, WhichMemory } from './trace'
import type {
  ApiKey,
  ChatPage,
  ChatSummary,
  Info,
  Invite,
  InviteList,
  InviteRole,
  Member,
  MemberPage,
  MessagePage,
  MyOrganization,
  NewApiKey,
  Organization,
  OrgEventPage,
  Person,
  Persona,
  Plan,
  PromptSettings,
  Providers,
  Rating,
  Role,
  Scope,
  SecondStep,
  SeenInvite,
  SettingsVersion,
  SettingsVersions,
  SignIn,
  StoredFile,
  StreamState,
  TriedWay,
  Usage,
  UserList,
  Visibility,
  Zone,
} from './types'

const seg = encodeURIComponent

export function query(values: Record<string, string | number | null | undefined>): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) {
    if (value !== null && value !== undefined) search.set(name, String(value))
  }
  return search.toString()
}

export const paths = {
  me: '/api/auth/me',
  info: '/api/info',
  personas: '/api/personas',
  providers: '/api/auth/providers',
  keys: '/api/keys',
  signIns: '/api/auth/sign-ins',
  chat: '/api/chat',
  file: (id: string) => `/api/files/${seg(id)}`,
  /** With the id of a stream: that very answer, and no later one. */
  resume: (chatId: string, streamId: string | null = null) =>
    `/api/chat/${seg(chatId)}/stream${streamId ? `?${query({ streamId })}` : ''}`,
  trace: (turnId: string) => `/api/turns/${seg(turnId)}/trace`,
  promptSettings: '/api/admin/prompt-settings',
  promptVersions: '/api/admin/prompt-settings/versions',
  users: '/api/admin/users',
  organization: '/api/organizations/mine',
  organizationPart: (id: string, part: 'members' | 'invites' | 'audit' | 'leave') =>
    `/api/organizations/${seg(id)}/${part}`,
  usage: '/api/usage',
  plans: '/api/plans',
  oidc: (name: string, returnTo: string) => `/api/auth/oidc/${seg(name)}/start?${query({ returnTo })}`,
}

export const auth = {
  me: () => getJson<Person>(paths.me, { expects401: true }),
  providers: () => getJson<Providers>(paths.providers),
  login: (email: string, password: string) =>
    sendJson<Person | SecondStep>('POST', '/api/auth/login', { email, password }, { expects401: true }),
  register: (email: string, password: string, name: string, code: string | null) =>
    sendJson<unknown>(
      'POST',
      '/api/auth/register',
      { email, password, name, ...(code ? { code } : {}) },
      { expects401: true },
    ),
  logout: () => sendJson<unknown>('POST', '/api/auth/logout', undefined, { expects401: true }),
  signIns: () => getJson<{ signIns: SignIn[] }>(paths.signIns).then((page) => page.signIns),
  endSignIn: (id: string) => sendJson<void>('DELETE', `${paths.signIns}/${seg(id)}`),
  logoutEverywhere: () => sendJson<unknown>('POST', '/api/auth/logout-everywhere'),
  changePassword: (currentPassword: string, newPassword: string, revokesKeys: boolean) =>
    sendJson<unknown>(
      'POST',
      '/api/auth/password',
      { currentPassword, newPassword, revokesKeys },
      { expects401: true },
    ),
  /** The same answer whether or not there is such an account. */
  forgotPassword: (email: string) => sendJson<void>('POST', '/api/auth/password/forgot', { email }),
  resetPassword: (token: string, newPassword: string, revokesKeys: boolean) =>
    sendJson<void>('POST', '/api/auth/password/reset', { token, newPassword, revokesKeys }),
}

export const turns = {
  replay: (turnId: string, asked: { memory: WhichMemory; asksModel: boolean }, signal: AbortSignal) =>
    sendJson<Replay>('POST', `/api/turns/${seg(turnId)}/replay`, asked, { signal }),
}

export const promptSettings = {
  newest: () => getJson<SettingsVersion>(paths.promptSettings),
  /** `version` is the one the change was made from; when somebody else was faster, the server says 409. */
  save: (version: number, settings: PromptSettings) =>
    sendJson<SettingsVersion>('PUT', paths.promptSettings, { version, settings }),
  versions: (before: number | null = null, limit = 20) =>
    getJson<SettingsVersions>(`${paths.promptVersions}?${query({ limit, before })}`),
  restore: (version: number) =>
    sendJson<SettingsVersion>('POST', `${paths.promptSettings}/restore`, { version }),
  try: (text: string) => sendJson<TriedWay>('POST', `${paths.promptSettings}/try`, { text }),
}

export const users = {
  list: (limit = 200) => getJson<UserList>(`${paths.users}?${query({ limit })}`).then((page) => page.users),
}

export const organizations = {
  mine: () => getJson<MyOrganization>(paths.organization).then((found) => found.organization),
  create: (name: string) => sendJson<Organization>('POST', '/api/organizations', { name }),
  rename: (id: string, name: string) =>
    sendJson<Organization>('PATCH', `/api/organizations/${seg(id)}`, { name }),
  remove: (id: string) => sendJson<void>('DELETE', `/api/organizations/${seg(id)}`),
  changeRole: (id: string, userId: string, role: Role) =>
    sendJson<Member>('PATCH', `${paths.organizationPart(id, 'members')}/${seg(userId)}`, { role }),
  removeMember: (id: string, userId: string) =>
    sendJson<void>('DELETE', `${paths.organizationPart(id, 'members')}/${seg(userId)}`),
  members: (id: string, cursor: string | null, limit = 50) =>
    getJson<MemberPage>(`${paths.organizationPart(id, 'members')}?${query({ limit, cursor })}`),
  events: (id: string, cursor: string | null, limit = 20) =>
    getJson<OrgEventPage>(`${paths.organizationPart(id, 'audit')}?${query({ limit, cursor })}`),
  /** The only owner names who becomes one in the same step. */
  leave: (id: string, newOwnerId: string | null) =>
    sendJson<void>('POST', paths.organizationPart(id, 'leave'), newOwnerId ? { newOwnerId } : {}),
}

export const invites = {
  list: (id: string) =>
    getJson<InviteList>(paths.organizationPart(id, 'invites')).then((page) => page.invites),
  make: (id: string, wanted: { role: InviteRole; maxUses: number; email: string | null }) =>
    sendJson<Invite>('POST', paths.organizationPart(id, 'invites'), wanted),
  revoke: (id: string, inviteId: string) =>
    sendJson<void>('DELETE', `${paths.organizationPart(id, 'invites')}/${seg(inviteId)}`),
  look: (code: string) => sendJson<SeenInvite>('POST', '/api/invites/look', { code }),
  accept: (code: string) => sendJson<Organization>('POST', '/api/invites/accept', { code }),
}

export const usage = {
  mine: () => getJson<Usage>(paths.usage),
  plans: () => getJson<{ plans: Plan[] }>(paths.plans).then((page) => page.plans),
  setTimeZone: (timeZone: string) => sendJson<Zone>('PUT', `${paths.usage}/time-zone`, { timeZone }),
}

export const keys = {
  list: () => getJson<{ keys: ApiKey[] }>(paths.keys).then((page) => page.keys),
  create: (name: string, scopes: Scope[], expiresAt: string | null) =>
    sendJson<NewApiKey>('POST', paths.keys, { name, scopes, ...(expiresAt ? { expiresAt } : {}) }),
  revoke: (id: string) => sendJson<void>('DELETE', `${paths.keys}/${seg(id)}`),
}

export const about = {
  info: () => getJson<Info>(paths.info),
  personas: () => getJson<{ personas: Persona[] }>(paths.personas).then((page) => page.personas),
}

export const chats = {
  page: (cursor: string | null, limit = 30) => getJson<ChatPage>(`/api/chats?${query({ limit, cursor })}`),
  change: (id: string, change: { title?: string; visibility?: Visibility; headMessageId?: string }) =>
    sendJson<ChatSummary>('PATCH', `/api/chats/${seg(id)}`, change),
  /** `keepalive` lets the request outlive the page: a delete that was meant is done even when the tab closes. */
  remove: (id: string, keepalive = false) =>
    sendJson<void>('DELETE', `/api/chats/${seg(id)}`, undefined, { keepalive }),
  messages: (chatId: string, before: string | null = null, limit = 50) =>
    getJson<MessagePage>(`/api/chats/messages?${query({ chatId, limit, before })}`),
  stop: (chatId: string) => sendJson<unknown>('POST', `/api/chat/${seg(chatId)}/stop`),
  rate: (chatId: string, messageId: string, rating: Rating | null, comment?: string) =>
    sendJson<unknown>('PUT', `/api/chats/${seg(chatId)}/messages/${seg(messageId)}/feedback`, {
      rating,
      ...(comment ? { comment } : {}),
    }),
}

/** The polling fallback. Null when nothing is being written any more. */
export async function pollStream(
  chatId: string,
  fromSeq: number,
  signal?: AbortSignal,
): Promise<StreamState | null> {
  const response = await call(`${paths.chat}?${query({ chatId, fromSeq })}`, {
    headers: { accept: 'application/json' },
    ...(signal ? { signal } : {}),
  })
  return response.status === 204 ? null : ((await response.json()) as StreamState)
}

export async function upload(file: File, signal?: AbortSignal): Promise<StoredFile> {
  const form = new FormData()
  form.set('file', file)
  const response = await call('/api/files', { method: 'POST', body: form, ...(signal ? { signal } : {}) })
  return (await response.json()) as StoredFile
}
