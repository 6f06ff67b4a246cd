/** Between what the server stores and what the AI SDK holds while an answer streams. */
import type { UIMessage } from 'ai'
import { paths } from '../../api/endpoints'
import type { MessageStatus, Rating, SentPart, StoredFile, StoredMessage, StoredPart } from '../../api/types'

/** What is known about a message beside its parts. While streaming it comes with `start` and `finish`. */
export interface MessageFacts {
  createdAt?: string
  status?: MessageStatus
  /** Why an answer that is not whole ended before its time. */
  endedBecause?: StoredMessage['endedBecause']
  turnId?: string | null
  model?: string | null
  feedback?: Rating | null
  isBookmarked?: boolean
  siblings?: string[]
  /** In US dollars; null where nobody knows. */
  costUsd?: number | null
  usage?: { inputTokens?: number; outputTokens?: number; costUsd?: number | null } | null
}

export type Message = UIMessage<MessageFacts>
export type Part = Message['parts'][number]

export interface Attachment extends StoredFile {
  /** Read, and answered from; else it is looked at. */
  isDocument?: boolean
}

/** A part that names a document the message brought. */
type DocumentPart = Extract<SentPart, { type: 'data-document' }>

/** What a person is about to say. */
export interface Words {
  text: string
  files: Attachment[]
}

/** `randomUUID` is missing on plain http in a local network, which is how many people run Holdfast. */
export function newId(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID()
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

export function toMessage(stored: StoredMessage): Message {
  return {
    id: stored.id,
    role: stored.role,
    parts: stored.parts.map(toPart),
    metadata: {
      createdAt: stored.createdAt,
      status: stored.status,
      endedBecause: stored.endedBecause,
      turnId: stored.turnId,
      model: stored.model,
      costUsd: stored.costUsd,
      feedback: stored.feedback,
      isBookmarked: stored.isBookmarked,
      siblings: stored.siblings,
    },
  }
}

function toPart(part: StoredPart): Part {
  if (part.type === 'file' && typeof part.blobId === 'string') {
    const { blobId, mediaType, filename } = part as Extract<StoredPart, { blobId: string }>
    return { type: 'file', url: paths.file(blobId), mediaType, filename: filename ?? undefined }
  }
  return part as Part
}

/** Only what a person may say goes out: text, and files by their blob id. */
export function toSentParts(message: Message): SentPart[] {
  return message.parts.flatMap((part): SentPart[] => {
    if (part.type === 'text') return [{ type: 'text', text: part.text }]
    if (part.type === 'data-document') return [part as DocumentPart]
    const blobId = part.type === 'file' ? blobIdOf(part.url) : null
    if (part.type === 'file' && blobId) {
      return [{ type: 'file', blobId, mediaType: part.mediaType, filename: part.filename ?? 'file' }]
    }
    return []
  })
}

function blobIdOf(url: string): string | null {
  const prefix = paths.file('')
  return url.startsWith(prefix) ? decodeURIComponent(url.slice(prefix.length)) : null
}

export function toParts({ text, files }: Words): Part[] {
  const parts: Part[] = files.map(({ id, isDocument, filename, mediaType }) =>
    isDocument
      ? { type: 'data-document', data: { documentId: id, filename, mediaType } }
      : { type: 'file', url: paths.file(id), mediaType, filename },
  )
  if (text.trim()) parts.push({ type: 'text', text })
  return parts
}

export function wordsOf(message: Message): Words {
  const files = message.parts.flatMap((part): Attachment[] => {
    if (part.type === 'data-document') {
      const { documentId, filename, mediaType } = (part as DocumentPart).data
      return [
        {
          id: documentId,
          filename: filename ?? 'file',
          mediaType: mediaType ?? '',
          bytes: 0,
          isDocument: true,
        },
      ]
    }
    const id = part.type === 'file' ? blobIdOf(part.url) : null
    if (part.type !== 'file' || !id) return []
    return [{ id, filename: part.filename ?? 'file', mediaType: part.mediaType, bytes: 0 }]
  })
  return { text: textOf(message), files }
}

export function textOf(message: Message): string {
  return sinceRestart(message.parts)
    .flatMap((part) => (part.type === 'text' ? [part.text] : []))
    .join('\n\n')
}

/** An answer may be begun anew after a crash; then only what stands behind the last such mark is the answer. */
export function sinceRestart(parts: Part[]): Part[] {
  return parts.slice(parts.findLastIndex(isRestart) + 1)
}

export function wasRestarted(message: Message): boolean {
  return message.parts.some(isRestart)
}

function isRestart(part: Part): boolean {
  return part.type === 'data-restarted'
}

/** Something was said in it, beside what was thought and done. */
export function hasWords(message: Message): boolean {
  return textOf(message).trim() !== ''
}

/** How an answer ended: whole, or why it did not. `cut`: nobody kept why. */
export type Ending = 'whole' | 'stopped' | 'failed' | 'lost' | 'cut'

/** The same words for it while it streams and once it is stored. */
export function endingOf({ metadata }: Message): Ending {
  const { status, endedBecause } = metadata ?? {}
  const isWhole = status === undefined || WHOLE.includes(status)
  return isWhole ? 'whole' : (endedBecause ?? 'cut')
}
const WHOLE: string[] = ['streaming', 'active', 'complete', 'completed']

/** How long a model thought, in ms; null where that was not kept. */
export function thoughtMs(part: Part): number | null {
  const { providerMetadata } = part as { providerMetadata?: Record<string, Record<string, unknown>> }
  const ms = providerMetadata?.holdfast?.ms
  return typeof ms === 'number' ? ms : null
}

/**
 * The newest page from the server takes the place of what is shown; older messages that were already
 * loaded stay above it. When the page no longer connects to them (another branch), the page stands alone.
 */
export function mergeNewest(shown: Message[], newest: Message[]): Message[] {
  const first = newest[0]
  const at = first ? shown.findIndex((message) => message.id === first.id) : -1
  return at > 0 ? [...shown.slice(0, at), ...newest] : newest
}

/** The server writes the answer and its facts in one go; a page read a moment earlier is not news. */
export function isBehind(shown: Message[], newest: Message[]): boolean {
  const last = shown.at(-1)
  // An answer in which nothing was said is not stored, however long one waits for it.
  if (last?.role !== 'assistant' || !hasWords(last)) return false
  const same = newest.find((message) => message.id === last.id)
  return same === undefined || same.metadata?.status === 'streaming'
}
