/** One function for each thing the server can do. What each takes and gives, its address says: see `request.ts`. */
import { address, get, open, patch, post, postWatched, put, remove } from './request'
import type {
  AnswerToProgram,
  ApprovalWish,
  AskingProgram,
  ConnectorChange,
  ConnectorWish,
  DocumentQuestion,
  FactQuestion,
  ForgetWish,
  InviteRole,
  KeyWish,
  LoopChange,
  LoopKind,
  MessagePage,
  PersonaChange,
  PersonaFields,
  PromptSettings,
  Rating,
  Role,
  StoredFile,
  StreamState,
  Visibility,
  WhichMemory,
} from './types'

/** Where answers are kept under, links lead to and images are. */
export const paths = {
  me: '/api/auth/me',
  info: '/api/info',
  personas: '/api/personas',
  folders: '/api/chats/folders',
  companions: '/api/chats/companions',
  providers: '/api/auth/providers',
  keys: '/api/api-keys',
  programs: '/api/programs',
  signIns: '/api/auth/sign-ins',
  emailChange: '/api/auth/email/change',
  promptSettings: '/api/admin/prompt-settings',
  promptVersions: '/api/admin/prompt-settings/versions',
  users: '/api/admin/users',
  organization: '/api/organizations/mine',
  usage: '/api/usage',
  loops: '/memory/loops',
  loopsCalendar: '/api/loops/calendar',
  plans: '/api/plans',
  connectors: '/api/documents/connectors',
  imports: '/api/imports',
  trusts: '/api/tools/trusts',
  approvals: (chatId: string) => address('/api/approvals', { query: { chatId } }),
  document: (id: string) => address('/api/documents/{document_id}', { path: { document_id: id } }),
  content: (id: string, version: number | null = null) =>
    address('/api/documents/{document_id}/content', { path: { document_id: id }, query: { version } }),
  picture: (id: string, page: number, version: number | null) =>
    address('/api/documents/{document_id}/pages/{page}/picture', {
      path: { document_id: id, page },
      query: { version },
    }),
  file: (id: string) => address('/api/files/{file_id}', { path: { file_id: id } }),
  trace: (turnId: string) => address('/api/turns/{turn_id}/trace', { path: { turn_id: turnId } }),
  chatCost: (id: string) => address('/api/chats/{chat_id}/cost', { path: { chat_id: id } }),
  members: (id: string) => address('/api/organizations/{org_id}/members', { path: { org_id: id } }),
  invites: (id: string) => address('/api/organizations/{org_id}/invites', { path: { org_id: id } }),
  organizationKeys: (id: string) => address('/api/organizations/{org_id}/keys', { path: { org_id: id } }),
  history: (id: string) => address('/api/organizations/{org_id}/audit', { path: { org_id: id } }),
  oidc: (name: string, returnTo: string) =>
    address('/api/auth/oidc/{provider}/start', { path: { provider: name }, query: { returnTo } }),
} as const

export const auth = {
  me: () => get(paths.me, { expects401: true }),
  rename: (name: string) => patch(paths.me, { body: { name } }),
  /** The account, and all that is its own. Whoever only signs in at a provider has no password to give. */
  leave: (password: string) => remove(paths.me, { body: password ? { password } : {} }),
  providers: () => get(paths.providers),
  login: (email: string, password: string) =>
    post('/api/auth/login', { body: { email, password }, expects401: true }),
  register: (email: string, password: string, name: string, code: string | null) =>
    post('/api/auth/register', {
      body: { email, password, name, ...(code ? { code } : {}) },
      expects401: true,
    }),
  logout: () => post('/api/auth/logout', { expects401: true }),
  signIns: () => get(paths.signIns).then((page) => page.signIns),
  endSignIn: (id: string) => remove('/api/auth/sign-ins/{sign_in_id}', { path: { sign_in_id: id } }),
  logoutEverywhere: (revokesKeys: boolean) => post('/api/auth/logout-everywhere', { body: { revokesKeys } }),
  changePassword: (currentPassword: string, newPassword: string, revokesKeys: boolean) =>
    post('/api/auth/password', { body: { currentPassword, newPassword, revokesKeys }, expects401: true }),
  /** The same answer whether or not there is such an account. */
  forgotPassword: (email: string) => post('/api/auth/password/forgot', { body: { email } }),
  resetPassword: (token: string, newPassword: string, revokesKeys: boolean) =>
    post('/api/auth/password/reset', { body: { token, newPassword, revokesKeys } }),
}

/** One's own address: whose it is, another one, and back to the old one. */
export const email = {
  sendLink: () => post('/api/auth/email/verify/send'),
  verify: (token: string) => post('/api/auth/email/verify', { body: { token } }),
  pendingChange: () => get(paths.emailChange).then((found) => found.change),
  /** The same answer whether or not somebody has the address. */
  askForChange: (address: string) => post('/api/auth/email/change', { body: { email: address } }),
  giveUpChange: () => remove('/api/auth/email/change'),
  finishChange: (token: string) => post('/api/auth/email/change/finish', { body: { token } }),
  lookAtUndo: (token: string) => post('/api/auth/email/undo/look', { body: { token } }),
  undo: (token: string, newPassword: string | null) =>
    post('/api/auth/email/undo', { body: { token, newPassword } }),
}

export const turns = {
  trace: (turnId: string) => get('/api/turns/{turn_id}/trace', { path: { turn_id: turnId } }),
  told: (turnId: string) => get('/api/turns/{turn_id}/told', { path: { turn_id: turnId } }),
  replay: (turnId: string, asked: { memory: WhichMemory; asksModel: boolean }, signal: AbortSignal) =>
    post('/api/turns/{turn_id}/replay', { path: { turn_id: turnId }, body: asked, signal }),
}

export const mentions = {
  offered: (query: string, kinds: string, limit: number, personaId: string | undefined) =>
    get('/api/mentions', { query: { query, kinds, limit, personaId } }).then((page) => page.items),
}

export const personas = {
  /** Those that were put away among them. */
  all: () => get(paths.personas, { query: { archived: true } }).then((page) => page.personas),
  whole: (id: string) => get('/api/personas/{persona_id}', { path: { persona_id: id } }),
  make: (fields: PersonaFields) => post('/api/personas', { body: fields }),
  /** A first draft by a model; nothing is stored. */
  draft: (description: string) => post('/api/personas/draft', { body: { description } }),
  change: (id: string, change: PersonaChange) =>
    patch('/api/personas/{persona_id}', { path: { persona_id: id }, body: change }),
  remove: (id: string) => remove('/api/personas/{persona_id}', { path: { persona_id: id } }),
  duplicate: (id: string) =>
    post('/api/personas/{persona_id}/duplicate', { path: { persona_id: id }, body: {} }),
  putAway: (id: string) => post('/api/personas/{persona_id}/archive', { path: { persona_id: id } }),
  bringBack: (id: string) => post('/api/personas/{persona_id}/restore', { path: { persona_id: id } }),
  versions: (id: string) =>
    get('/api/personas/{persona_id}/versions', { path: { persona_id: id } }).then((page) => page.versions),
  goBack: (id: string, version: number) =>
    post('/api/personas/{persona_id}/versions/restore', { path: { persona_id: id }, body: { version } }),
  ask: (id: string, instructions: string) =>
    put('/api/personas/{persona_id}/overlay', { path: { persona_id: id }, body: { instructions } }),
  exportAddress: (id: string) => address('/api/personas/{persona_id}/export', { path: { persona_id: id } }),
  bringIn: (file: File) => {
    const form = new FormData()
    form.set('file', file)
    return post('/api/personas/import', { body: form })
  },
}

export const promptSettings = {
  newest: () => get(paths.promptSettings),
  /** `version` is the one the change was made from; when somebody else was faster, the server says 409. */
  save: (version: number, settings: PromptSettings) =>
    put('/api/admin/prompt-settings', { body: { version, settings } }),
  versions: (before: number | null = null, limit = 20) =>
    get(paths.promptVersions, { query: { limit, before } }),
  restore: (version: number) => post('/api/admin/prompt-settings/restore', { body: { version } }),
  try: (text: string) => post('/api/admin/prompt-settings/try', { body: { text } }),
}

export const users = {
  list: (limit = 200) => get(paths.users, { query: { limit } }).then((page) => page.users),
}

export const organizations = {
  mine: () => get(paths.organization).then((found) => found.organization),
  create: (name: string) => post('/api/organizations', { body: { name } }),
  rename: (id: string, name: string) =>
    patch('/api/organizations/{org_id}', { path: { org_id: id }, body: { name } }),
  remove: (id: string) => remove('/api/organizations/{org_id}', { path: { org_id: id } }),
  changeRole: (id: string, userId: string, role: Role) =>
    patch('/api/organizations/{org_id}/members/{user_id}', {
      path: { org_id: id, user_id: userId },
      body: { role },
    }),
  removeMember: (id: string, userId: string) =>
    remove('/api/organizations/{org_id}/members/{user_id}', { path: { org_id: id, user_id: userId } }),
  members: (id: string, cursor: string | null, limit = 50) =>
    get('/api/organizations/{org_id}/members', { path: { org_id: id }, query: { limit, cursor } }),
  events: (id: string, cursor: string | null, limit = 20) =>
    get('/api/organizations/{org_id}/audit', { path: { org_id: id }, query: { limit, cursor } }),
  /** Null: it is asked for no more. */
  askSecondFactor: (id: string, graceDays: number | null) =>
    put('/api/organizations/{org_id}/second-factor', {
      path: { org_id: id },
      body: { isRequired: graceDays !== null, graceDays: graceDays ?? 0 },
    }),
  /** The only owner names who becomes one in the same step. */
  leave: (id: string, newOwnerId: string | null) =>
    post('/api/organizations/{org_id}/leave', {
      path: { org_id: id },
      body: newOwnerId ? { newOwnerId } : {},
    }),
}

export const invites = {
  list: (id: string) =>
    get('/api/organizations/{org_id}/invites', { path: { org_id: id } }).then((page) => page.invites),
  make: (id: string, wanted: { role: InviteRole; maxUses: number; email: string | null }) =>
    post('/api/organizations/{org_id}/invites', { path: { org_id: id }, body: wanted }),
  revoke: (id: string, inviteId: string) =>
    remove('/api/organizations/{org_id}/invites/{invite_id}', { path: { org_id: id, invite_id: inviteId } }),
  look: (code: string) => post('/api/invites/look', { body: { code } }),
  accept: (code: string) => post('/api/invites/accept', { body: { code } }),
}

export const usage = {
  mine: () => get(paths.usage),
  plans: () => get(paths.plans).then((page) => page.plans),
  setTimeZone: (timeZone: string) => put('/api/usage/time-zone', { body: { timeZone } }),
}

export const keys = {
  list: () => get(paths.keys).then((page) => page.keys),
  create: (body: KeyWish) => post(paths.keys, { body }),
  revoke: (id: string) => remove('/api/api-keys/{key_id}', { path: { key_id: id } }),
}

/** Programs that are let in by a page: who asks, what one answers, and those that are in. */
export const connectedPrograms = {
  list: () => get(paths.programs),
  look: (asked: AskingProgram) => post('/api/programs/look', { body: asked }),
  answer: (answer: AnswerToProgram) => post('/api/programs/answer', { body: answer }),
  end: (id: string) => remove('/api/programs/{program_id}', { path: { program_id: id } }),
}

/** They act as whoever made them, while those are in the organization. */
export const organizationKeys = {
  list: (id: string) =>
    get('/api/organizations/{org_id}/keys', { path: { org_id: id } }).then((page) => page.keys),
  create: (id: string, body: KeyWish) =>
    post('/api/organizations/{org_id}/keys', { path: { org_id: id }, body }),
  revoke: (id: string, keyId: string) =>
    remove('/api/organizations/{org_id}/keys/{key_id}', { path: { org_id: id, key_id: keyId } }),
}

export const about = {
  info: () => get(paths.info),
  personas: () => get(paths.personas).then((page) => page.personas),
}

export const chats = {
  page: (cursor: string | null, limit = 30) => get('/api/chats', { query: { limit, cursor } }),
  shelf: (shelf: 'pinned' | 'archived' | 'shared', cursor: string | null, limit = 50) =>
    get('/api/chats', { query: { shelf, limit, cursor } }),
  inFolder: (folder: string, cursor: string | null, limit = 100) =>
    get('/api/chats', { query: { folder, limit, cursor } }),
  folders: () => get(paths.folders).then((found) => found.folders),
  makeFolder: (name: string) => post('/api/chats/folders', { body: { name } }),
  renameFolder: (name: string, newName: string) => patch('/api/chats/folders', { body: { name, newName } }),
  /** Its chats stay. */
  giveUpFolder: (name: string) => remove('/api/chats/folders', { query: { name } }),
  companions: () => get(paths.companions).then((found) => found.companions),
  order: (chatIds: string[], wish: { isPinned?: boolean; isArchived?: boolean; folder?: string | null }) =>
    post('/api/chats/bulk', { body: { chatIds, ...wish } }),
  /** As `remove`, with one receipt over all. */
  removeSeveral: (chatIds: string[], { forget, keepalive }: { forget: boolean; keepalive: boolean }) =>
    post('/api/chats/bulk-delete', { body: { chatIds, forget }, keepalive }),
  /** A chat of one's own, with what this one shows up to a message; null: all of it. */
  fork: (chatId: string, messageId: string | null) =>
    post('/api/chats/{chat_id}/fork', { path: { chat_id: chatId }, body: messageId ? { messageId } : {} }),
  exported: (chatId: string, format: 'markdown' | 'json') =>
    open('get', '/api/chats/{chat_id}/export', { path: { chat_id: chatId }, query: { format } }),
  change: (
    id: string,
    change: { title?: string; visibility?: Visibility; headMessageId?: string; memory?: 'on' | 'paused' },
  ) => patch('/api/chats/{chat_id}', { path: { chat_id: id }, body: change }),
  /**
   * With `forget`, what was learned from it goes too, and a receipt says so. `keepalive` lets the request outlive the
   * page: a delete that was meant is done even when the tab closes.
   */
  remove: (id: string, { forget, keepalive }: { forget: boolean; keepalive: boolean }) =>
    remove('/api/chats/{chat_id}', { path: { chat_id: id }, query: { forget }, keepalive }),
  /** One message to a persona, in a chat of which nothing is remembered; its whole answer. */
  tryOut: (wish: { chatId: string; personaId: string; profileId: string | null; text: string }) =>
    post('/api/chat', {
      body: {
        id: wish.chatId,
        message: { id: crypto.randomUUID(), role: 'user', parts: [{ type: 'text', text: wish.text }] },
        selectedPersonaId: wish.personaId,
        selectedProfileId: wish.profileId,
        selectedMemory: 'temporary',
      },
    }).then((answer) => answer.response),
  messages: (chatId: string, before: string | null = null, limit = 50): Promise<MessagePage> =>
    get('/api/chats/messages', { query: { chatId, limit, before } }) as Promise<MessagePage>,
  /** The branch in view around a message. Refused with `message_not_in_view` where it stands in another version. */
  around: (chatId: string, messageId: string, limit = 60): Promise<MessagePage> =>
    get('/api/chats/messages', { query: { chatId, limit, around: messageId } }) as Promise<MessagePage>,
  /** A message of one's own by its id alone: where it was said, and its words. */
  said: (messageId: string) => get('/api/chats/messages/{message_id}', { path: { message_id: messageId } }),
  search: (query: string, cursor: string | null = null, limit = 8) =>
    get('/api/chats/search', { query: { query, limit, cursor } }),
  /** Of all its answers, those put aside and those that failed among them. */
  cost: (chatId: string) => get('/api/chats/{chat_id}/cost', { path: { chat_id: chatId } }),
  bookmarks: (cursor: string | null, limit = 30) => get('/api/chats/bookmarks', { query: { limit, cursor } }),
  bookmark: (chatId: string, messageId: string, isBookmarked: boolean) =>
    put('/api/chats/{chat_id}/messages/{message_id}/bookmark', {
      path: { chat_id: chatId, message_id: messageId },
      body: { isBookmarked },
    }),
  stop: (chatId: string) => post('/api/chat/{chat_id}/stop', { path: { chat_id: chatId } }),
  rate: (chatId: string, messageId: string, rating: Rating | null, comment?: string) =>
    put('/api/chats/{chat_id}/messages/{message_id}/feedback', {
      path: { chat_id: chatId, message_id: messageId },
      body: { rating, ...(comment ? { comment } : {}) },
    }),
}

export const memory = {
  findFacts: (query: string, limit: number) => get('/memory/facts', { query: { query, limit } }),
  facts: (asked: FactQuestion, cursor: string | null, limit = 50) =>
    get('/memory/facts', { query: { ...asked, cursor, limit } }),
  kinds: (asOf: string | null) => get('/memory/kinds', { query: { asOf } }),
  /** The words that something was learned from. */
  episodes: (ids: string[]) =>
    get('/memory/episodes', { query: { ids: ids.join(',') } }).then((page) => page.episodes),
  changeFact: (id: string, change: { text?: string; isPinned?: boolean }) =>
    patch('/memory/facts/{fact_id}', { path: { fact_id: Number(id) }, body: change }),
  /** No longer believed; it stays among what was believed before. */
  retireFact: (id: string) => remove('/memory/facts/{fact_id}', { path: { fact_id: Number(id) } }),
  history: (id: string) =>
    get('/memory/facts/{fact_id}/history', { path: { fact_id: Number(id) } }).then((page) => page.versions),
  entities: (asked: { query?: string; asOf?: string | null }, cursor: string | null, limit = 50) =>
    get('/memory/entities', { query: { ...asked, cursor, limit } }),
  graph: (asOf: string | null) => get('/memory/graph', { query: { asOf } }),
  quality: () => get('/memory/quality'),
  identity: () => get('/memory/identity'),
  learned: (messageId: string) => get('/memory/learned', { query: { externalId: messageId } }),
  paused: () => get('/api/chats/memory'),
  pause: (isPaused: boolean) => put('/api/chats/memory', { body: { isPaused } }),
  setAbout: (text: string) => put('/memory/about', { body: { about: text } }),
  exported: () => open('get', '/memory/export', {}).then((response) => response.blob()),
  import: (file: Blob) => post('/memory/import', { body: file }).then((done) => done.counts),
  count: (wish: ForgetWish) => post('/memory/forget/count', { body: wish }).then((found) => found.counts),
  /** `receiptId`: asked again with the same one, it is done once. */
  forget: (wish: ForgetWish, receiptId: string) => post('/memory/forget', { body: { ...wish, receiptId } }),
  receipts: (cursor: string | null, limit = 20) => get('/memory/receipts', { query: { cursor, limit } }),
  countOfChats: (chatIds: string[]) =>
    post('/memory/forget/count', { body: { chatIds } }).then((found) => found.counts),
  verify: (receiptId: string) =>
    get('/memory/receipts/{receipt_id}/verify', { path: { receipt_id: receiptId } }),
}

/** What is open, and what was finished. */
export const loops = {
  list: () => post('/memory/loops', { body: { includeWords: true } }).then((page) => page.loops),
  add: (wanted: { kind: LoopKind; text: string; dueAt: string | null }) =>
    post('/memory/loops/add', { body: wanted }),
  change: (id: string, change: LoopChange) =>
    patch('/memory/loops/{loop_id}', { path: { loop_id: Number(id) }, body: change }),
  feed: () => get(paths.loopsCalendar).then((state) => state.feed),
  makeFeed: () => post('/api/loops/calendar').then((made) => made.address),
  endFeed: () => remove('/api/loops/calendar'),
}

/** What people bring to be answered from. */
/** What assistants may do, and what they ask first. */
export const tools = {
  approvals: (chatId: string) =>
    get('/api/approvals', { query: { chatId } }).then((found) => found.approvals),
  decide: (id: string, wish: ApprovalWish) =>
    post('/api/approvals/{approval_id}', { path: { approval_id: id }, body: wish }),
  trusts: () => get(paths.trusts).then((found) => found.trusts),
  distrust: (id: string) => remove('/api/tools/trusts/{trust_id}', { path: { trust_id: id } }),
}

/** Chats that were had elsewhere. */
export const imports = {
  list: () => get(paths.imports).then((found) => found.imports),
  begin: (file: File, onShare: (share: number) => void) => {
    const form = new FormData()
    form.set('file', file)
    return postWatched('/api/imports', { body: form }, onShare)
  },
  stop: (id: string) => post('/api/imports/{import_id}/stop', { path: { import_id: id } }),
}

export const documents = {
  list: (asked: DocumentQuestion, cursor: string | null, limit = 50) =>
    get('/api/documents', { query: { ...asked, cursor, limit } }),
  folders: (target: string) =>
    get('/api/documents/folders', { query: { target } }).then((found) => found.folders),
  one: (id: string) => get('/api/documents/{document_id}', { path: { document_id: id } }),
  text: (id: string, version: number | null, page: number | null) =>
    get('/api/documents/{document_id}/text', { path: { document_id: id }, query: { version, page } }),
  versions: (id: string) =>
    get('/api/documents/{document_id}/versions', { path: { document_id: id } }).then(
      (found) => found.versions,
    ),
  changes: (id: string, number: number, since: number) =>
    get('/api/documents/{document_id}/versions/{number}/changes', {
      path: { document_id: id, number },
      query: { since },
    }),
  /** One's own answers that were told of it, the latest first. */
  uses: (id: string, cursor: string | null, limit = 10) =>
    get('/api/documents/{document_id}/usage', { path: { document_id: id }, query: { cursor, limit } }),
  /** Of the last so many days. */
  analytics: (days: number) => get('/api/documents/analytics', { query: { days, limit: 50 } }),
  search: (query: string, target: string, folder: string | null, limit: number) =>
    post('/api/documents/search', {
      body: { query, targets: [target], limit, ...(folder ? { folder } : {}) },
    }),
  /** The same bytes, if they are there already. */
  same: (sha256: string, target: string) =>
    post('/api/documents/check-duplicate', { body: { sha256, target } }).then((found) => found.document),
  upload: (
    file: File,
    fields: { target?: string; folder?: string; versionOf?: string },
    onShare: (share: number) => void,
    signal?: AbortSignal,
  ) => {
    const form = new FormData()
    // The fields first: the file may be long.
    for (const [name, value] of Object.entries(fields)) if (value) form.set(name, value)
    form.set('file', file)
    return postWatched('/api/documents/upload', { body: form, ...(signal ? { signal } : {}) }, onShare)
  },
  change: (id: string, change: { title?: string; folder?: string | null; target?: 'user' }) =>
    patch('/api/documents/{document_id}', { path: { document_id: id }, body: change }),
  remove: (id: string) => remove('/api/documents/{document_id}', { path: { document_id: id } }),
  reindex: (id: string) => post('/api/documents/{document_id}/reindex', { path: { document_id: id } }),
  cancel: (id: string) => post('/api/documents/{document_id}/cancel', { path: { document_id: id } }),
  restore: (id: string, number: number) =>
    post('/api/documents/{document_id}/versions/{number}/restore', { path: { document_id: id, number } }),
  copy: (id: string, target: string) =>
    post('/api/documents/{document_id}/copy', { path: { document_id: id }, body: { target } }),
}

/** What is fetched by itself. */
export const connectors = {
  list: () => get(paths.connectors).then((page) => page.connectors),
  /** What it found and could not bring. */
  refused: (id: string) =>
    get('/api/documents/connectors/{connector_id}', { path: { connector_id: id } }).then(
      (found) => found.refusedItems,
    ),
  make: (wish: ConnectorWish) => post('/api/documents/connectors', { body: wish }),
  change: (id: string, change: ConnectorChange) =>
    patch('/api/documents/connectors/{connector_id}', { path: { connector_id: id }, body: change }),
  remove: (id: string, withDocuments: boolean) =>
    remove('/api/documents/connectors/{connector_id}', {
      path: { connector_id: id },
      query: { withDocuments },
    }),
  sync: (id: string) => post('/api/documents/connectors/{connector_id}/sync', { path: { connector_id: id } }),
}

/** Beside a turn: what was said into words, and a piece of text into sound. */
export const voice = {
  transcribe: (recording: Blob, language: string | null, signal: AbortSignal): Promise<string> => {
    const form = new FormData()
    form.set('audio', recording, 'recording.wav')
    if (language) form.set('language', language)
    return post('/api/voice/transcribe', { body: form, signal }).then((heard) => heard.text)
  },
  speak: (said: { text: string; language: string; personaId?: string; speed: number }, signal: AbortSignal) =>
    open('post', '/api/voice/speak', { body: said, signal }).then((response) => response.arrayBuffer()),
}

/** The polling fallback. Null when nothing is being written any more. */
export async function pollStream(
  chatId: string,
  fromSeq: number,
  signal?: AbortSignal,
): Promise<StreamState | null> {
  return (await get('/api/chat', { query: { chatId, fromSeq }, ...(signal ? { signal } : {}) })) ?? null
}

export async function upload(file: File, signal?: AbortSignal): Promise<StoredFile> {
  const form = new FormData()
  form.set('file', file)
  return post('/api/files', { body: form, ...(signal ? { signal } : {}) })
}
