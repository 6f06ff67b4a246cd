/**
 * What the server sends and takes. The shapes are the server's own words (`generated.ts`); what stands here besides is
 * what its document leaves open: the parts of messages, and what this client chooses to send.
 */
import type { components } from './generated'

type Shape = components['schemas']

export type Person = Shape['Me']
export type SignIn = Shape['SignInEntry']
/** What a sign-in, or a change to one's account, still asks for. */
export type SecondStep = Shape['StepShape']
export type Way = SecondStep['ways'][number]
/** What the browser is to make or to show, as the web's own JSON. */
export type PasskeyOptions = NonNullable<SecondStep['passkeyOptions']>
export type Factors = Shape['FactorsShape']
export type Passkey = Shape['PasskeyEntry']
/** With the secret itself; it is asked for once a code of it was shown. */
export type ShownSecret = Shape['SecretShape']
export type LinkedIdentity = Shape['IdentityEntry']
export type SignInProvider = Shape['ProviderEntry']
export type Providers = Shape['Ways']
export type Info = Shape['InfoShape']
export type ModelChoice = Shape['ModelShape']
export type Persona = Shape['PersonaShape']
export type Profile = Shape['ProfileShape']
export type ChatSummary = Shape['ChatShape']
export type ChatPage = Shape['ChatList']
export type ApiKey = Shape['KeyEntry']
/** With the secret itself. The server says it once and never again. */
export type NewApiKey = Shape['MadeKey']
export type PromptSettings = Shape['PromptSettings']
export type PromptRule = Shape['Rule']
export type SettingsVersion = Shape['SettingsVersion']
export type SettingsVersions = Shape['SettingsVersions']
export type TriedWay = Shape['TriedWay']
export type UserEntry = Shape['UserEntry']
export type UserList = Shape['UserList']
export type StoredFile = Shape['FileEntry']
export type Organization = Shape['OrganizationShape']
export type MyOrganization = Shape['MyOrganization']
export type Role = Organization['role']
export type Permission = Organization['permissions'][number]
export type Member = Shape['MemberShape']
export type MemberPage = Shape['MemberList']
/** With its code: whoever has it may come in. */
export type Invite = Shape['InviteShape']
export type InviteList = Shape['InviteList']
export type InviteRole = Invite['role']
export type SeenInvite = Shape['SeenInvite']
export type OrgEvent = Shape['EventShape']
export type OrgEventPage = Shape['EventList']
export type Usage = Shape['Usage']
export type UsageEntry = Shape['UsageEntry']
export type Plan = Shape['PlanEntry']
export type PlanName = Plan['id']
export type Features = Shape['FeatureTable']
export type Zone = Shape['Zone']
export type AdminOrganization = Shape['OrganizationEntry']
export type AdminOrganizationPage = Shape['OrganizationList']
export type UsageOfAll = Shape['UsageOfAllShape']
export type Queue = Shape['QueueShape']
export type DeadLetter = Shape['DeadLetterShape']
export type DeadLetters = Shape['DeadLetterList']
export type Health = Shape['HealthShape']
export type Mail = Shape['MailShape']
export type MailPage = Shape['MailList']
/** With its code, told once. */
export type MadeInvitation = Shape['MadeInviteShape']
export type Invitation = Shape['InvitationShape']
export type InvitationList = Shape['InvitationList']
/** Told once. */
export type ResetLink = Shape['ResetLink']
export type AdminEvent = Shape['AdminEventShape']
export type AdminEventPage = Shape['AdminEventList']
export type Visibility = ChatSummary['visibility']
export type Rating = 'up' | 'down'
export type Scope = Shape['KeyBody']['scopes'][number]

/** `streaming` is an answer another page may be watching being written; only this client says it. */
export type MessageStatus = Shape['MessageShape']['status'] | 'streaming'

/** A stored part. File parts name a blob of ours, never an address. */
export type StoredPart =
  | { type: 'text'; text: string }
  | { type: 'reasoning'; text: string }
  | { type: 'file'; blobId: string; mediaType: string; filename?: string | null }
  | { type: string; [field: string]: unknown }

export type StoredMessage = Omit<Shape['MessageShape'], 'parts' | 'status'> & {
  parts: StoredPart[]
  status: MessageStatus
}

export type MessagePage = Omit<Shape['MessageList'], 'messages'> & { messages: StoredMessage[] }

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
  selectedProfileId?: string
  selectedModel?: string | null
  selectedVisibility?: Visibility
  trigger: 'submit-message' | 'regenerate-message'
  messageId?: string
}
