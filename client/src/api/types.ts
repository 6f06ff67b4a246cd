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
/** What somebody shows: one of these. The password counts only where no second factor is set. */
export type Proof = Shape['ConfirmBody']
/** What the browser made of them, as the web's own JSON. */
export type ShownPasskey = NonNullable<Proof['passkey']>
export type Factors = Shape['FactorsShape']
export type Passkey = Shape['PasskeyEntry']
/** With the secret itself; it is asked for once a code of it was shown. */
export type ShownSecret = Shape['SecretShape']
/** A program that one let in, and one that asks to be. */
export type ConnectedProgram = Shape['ConnectedProgramShape']
export type AskingProgram = Shape['AskingProgram']
export type AnswerToProgram = Shape['AnswerToProgram']
export type ProgramConsent = Shape['ProgramConsent']
export type ProgramScope = ProgramConsent['scopes'][number]
export type LinkedIdentity = Shape['IdentityEntry']
export type SignInProvider = Shape['ProviderEntry']
export type Providers = Shape['Ways']
export type Info = Shape['InfoShape']
export type ModelChoice = Shape['ModelShape']
export type Persona = Shape['PersonaShape']
/** With what it is told, for whoever may read it. */
export type WholePersona = Shape['WholePersona']
export type PersonaFields = Shape['NewPersona']
export type PersonaProfile = Shape['Profile']
export type PersonaChange = Shape['PersonaChange']
export type Profile = Shape['ProfileShape']
/** A file with chats from elsewhere, and how far it is. */
export type ChatImport = Shape['ImportShape']
/** A call of a tool that waits for its person. */
export type PendingApproval = Shape['ApprovalShape']
export type ApprovalWish = Shape['DecisionBody']
/** What a tool asks while it runs: a form. */
export type ToolQuestion = Shape['QuestionShape']
export type QuestionField = Shape['FieldShape']
export type AnswerToTool = Shape['FormAnswerBody']
/** What a tool may do without asking again. */
export type ToolTrustEntry = Shape['TrustShape']
/** What there is of tools for a person and a persona, and why not the rest. */
export type OfferedTool = Shape['ToolShape']
/** A server that lends its tools, and how it fares. */
export type Connection = Shape['ConnectionShape']
export type ConnectionScope = Connection['scope']
export type ConnectionWish = Shape['ServerBody']
export type ConnectionChange = Shape['ServerChange']
export type RefusedConnection = Shape['RefusedServer']
export type ServerTool = Shape['ServerTool']
export type ServerTrust = ServerTool['trust']
export type ChatSummary = Shape['ChatShape']
export type ChatPage = Shape['ChatList']
export type Folder = Shape['FolderShape']
/** A persona with whom there is one chat for good, and that chat. */
export type Companion = Shape['CompanionShape']
export type FoundMessage = Shape['FoundShape']
export type Bookmark = Shape['BookmarkShape']
export type Fact = Shape['FactShape']
export type Loop = Shape['ToldLoop']
export type LoopKind = Loop['kind']
export type LoopStatus = Loop['status']
/** What a person sets by hand; null empties it. */
export type LoopChange = Partial<Pick<Loop, 'status' | 'text' | 'dueAt' | 'snoozedUntil'>>
export type CalendarFeed = Shape['FeedEntry']
export type ApiKey = Shape['ApiKeyEntry']
/** With the secret itself. The server says it once and never again. */
export type NewApiKey = Shape['MadeApiKey']
export type KeyWish = Shape['ApiKeyBody']
export type OrganizationKey = Shape['OrganizationKeyEntry']
export type PromptSettings = Shape['PromptSettings']
export type PromptRule = Shape['Rule']
export type SettingsVersion = Shape['SettingsVersion']
export type SettingsVersions = Shape['SettingsVersions']
export type TriedWay = Shape['TriedWay']
export type UserEntry = Shape['UserEntry']
export type UserList = Shape['UserList']
export type MentionItem = Shape['MentionShape']
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
/** How the last days went. */
export type Overview = Shape['OverviewShape']
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
export type StoredDocument = Shape['DocumentShape']
export type DocumentVersion = Shape['VersionShape']
export type DocumentFolder = Shape['FolderEntry']
/** An answer that was told of a document. */
export type DocumentUse = Shape['UseShape']
export type DocumentAnalytics = Shape['DocumentAnalytics']
/** A place that documents are fetched from again and again. */
export type Connector = Shape['ConnectorShape']
export type ConnectorWish = Shape['ConnectorBody']
export type ConnectorChange = Shape['ConnectorChange']
/** Which documents: for whom, in which folder, by their names. */
export interface DocumentQuestion {
  target: string
  folder?: string | null
  query?: string | null
}
/** Which facts: words, a kind, whom they are about, as of when. */
export interface FactQuestion {
  query?: string
  kind?: string | null
  entityId?: number | null
  asOf?: string | null
  includeRetired?: boolean
}
/** What somebody said, with the chat and the message it stands in. */
export type Episode = Shape['PlacedEpisode']
export type Entity = Shape['KnownEntityShape']
export type MemoryPicture = Shape['PictureShape']
export type MemoryQuality = Shape['QualityShape']
/** Exactly one of them. */
export type ForgetWish = Pick<
  Shape['Meant'],
  'factIds' | 'chatId' | 'chatIds' | 'messageIds' | 'period' | 'query' | 'everything'
>
/** Signed: what was forgotten, in numbers and keyed hashes. */
export type Receipt = Shape['ReceiptShape']
/** What went into an answer and why; and the same turn run again. */
export type Trace = Shape['Trace']
/** What of its reader's memory an answer was told, as it is now. */
export type Told = Shape['ToldShape']
export type TraceBlock = Trace['blocks'][number]
export type TraceReading = NonNullable<Trace['reading']>
export type TraceRetrieval = Trace['retrievals'][number]
export type TraceFound = TraceRetrieval['facts'][number]
export type TraceModel = Trace['models'][number]
export type TraceTool = Trace['tools'][number]
export type TraceMissing = Trace['missing'][number]
export type TracePreflight = NonNullable<Trace['preflight']>
/** What a session began with, in the spelling that debuggers of companions know. */
export type TraceStart = Trace['startbriefRuntime']
export type Replay = Shape['Replay']
export type BlockDifference = Replay['difference'][number]
export type WhichMemory = Replay['memory']
export type Visibility = ChatSummary['visibility']
export type Rating = 'up' | 'down'
export type Scope = KeyWish['scopes'][number]

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

/** The answer of the polling fallback. */
export type StreamState = Shape['RecoveredStream']
/** A turn that is asked for. */
export type SendBody = Shape['ChatBody']
/** A part of a message on its way out: words, or a file that was uploaded before. */
export type SentPart = Shape['SentMessage']['parts'][number]
