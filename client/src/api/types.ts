/**
 * What the server sends and takes, written by hand until `npm run generate` can take its place.
 * Fields the contract leaves open are optional here: the client shows what is there and never guesses.
 */

export type Visibility = 'private' | 'public'
export type Rating = 'up' | 'down'
/** `streaming` is an answer another page may be watching being written. */
export type MessageStatus = 'complete' | 'partial' | 'streaming' | 'error'
export type Scope = 'chat' | 'memory'

export interface Person {
  id: string
  type?: string
  /** Null for someone whose provider did not tell it. */
  email: string | null
  name: string | null
  picture?: string | null
  tenantId?: string
}

export interface SignInProvider {
  name: string
  label: string
}

export interface Providers {
  providers: SignInProvider[]
  hasAccounts: boolean
}

export interface ModelChoice {
  name: string
  isDemo: boolean
  seesImages?: boolean
}

export interface Info {
  version: string
  model: { name: string; isDemo: boolean }
  models?: ModelChoice[]
  features?: Record<string, unknown>
}

export interface Persona {
  id: string
  name: string
  description: string | null
  isDefault?: boolean
}

export interface ChatSummary {
  id: string
  title: string | null
  personaId: string | null
  visibility: Visibility
  createdAt: string
  updatedAt: string
}

export interface ChatPage {
  chats: ChatSummary[]
  nextCursor: string | null
}

/** A stored part. File parts name a blob of ours, never an address. */
export type StoredPart =
  | { type: 'text'; text: string }
  | { type: 'reasoning'; text: string }
  | { type: 'file'; blobId: string; mediaType: string; filename?: string | null }
  | { type: string; [field: string]: unknown }

export interface Feedback {
  rating: Rating | null
  comment?: string | null
}

export interface StoredMessage {
  id: string
  role: 'user' | 'assistant' | 'system'
  parts: StoredPart[]
  createdAt: string
  status: MessageStatus
  turnId: string | null
  model: string | null
  feedback: Feedback | Rating | null
  siblings: string[]
}

export interface MessagePage {
  chat: ChatSummary
  messages: StoredMessage[]
  hasMore: boolean
  /** False when a public chat is read by someone else. */
  isMine?: boolean
}

export interface ApiKey {
  id: string
  name: string
  prefix: string
  scopes: Scope[]
  createdAt: string
  lastUsedAt?: string | null
  expiresAt?: string | null
}

export interface NewApiKey extends ApiKey {
  /** The secret itself. The server says it once and never again. */
  key: string
}

export interface StoredFile {
  id: string
  filename: string
  mediaType: string
  bytes: number
}

/** The answer of the polling fallback, `GET /api/chat?chatId=&fromSeq=`. */
export interface StreamState {
  streamId: string
  status: 'active' | 'completed' | 'errored' | 'interrupted' | string
  isActive: boolean
  isStale: boolean
  chunks: { seq: number; data: unknown }[]
  metadata?: unknown
}

export interface SendBody {
  id: string
  message?: { id: string; role: 'user'; parts: StoredPart[] }
  selectedPersonaId?: string
  selectedModel?: string | null
  selectedVisibility?: Visibility
  trigger: 'submit-message' | 'regenerate-message'
  messageId?: string
}
