/** What the first check of a page brings back, and how it is applied. Pure. */
import type { UIMessageChunk } from 'ai'
import { type Message, type MessageFacts, mergeNewest, type Part } from './messages'

/** Chunks of an answer that is being written; or, once none is, the messages as they are stored. */
export type Recovered = { chunks: UIMessageChunk[] } | { __finalMessages: Message[] }

export function applyRecoveredChunks(shown: Message[], recovered: Recovered): Message[] {
  if ('__finalMessages' in recovered) return mergeNewest(shown, recovered.__finalMessages)
  const answer = rebuild(recovered.chunks)
  if (answer.parts.length === 0) return shown
  if (shown.some((message) => message.id === answer.id)) {
    return shown.map((message) => (message.id === answer.id ? answer : message))
  }
  // An answer under another answer is its new version: another page asked for it.
  const before = shown.at(-1)?.role === 'assistant' ? shown.slice(0, -1) : shown
  return [...before, answer]
}

type Words = Extract<Part, { type: 'text' | 'reasoning' }>

/** Text, thoughts, data and facts; tools come with the stream itself, a moment later. */
function rebuild(chunks: UIMessageChunk[]): Message {
  let id = 'recovered'
  let metadata: MessageFacts = { status: 'streaming' }
  const parts: Part[] = []
  const open = new Map<string, Words>()

  function begin(type: Words['type'], key: string): Words {
    const words: Words = { type, text: '', state: 'streaming' }
    parts.push(words)
    open.set(key, words)
    return words
  }

  for (const chunk of chunks) {
    switch (chunk.type) {
      case 'start':
        id = chunk.messageId ?? id
        metadata = { ...metadata, ...(chunk.messageMetadata as MessageFacts | undefined) }
        break
      case 'message-metadata':
      case 'finish':
        metadata = { ...metadata, ...(chunk.messageMetadata as MessageFacts | undefined) }
        break
      case 'text-start':
      case 'reasoning-start':
        begin(chunk.type === 'text-start' ? 'text' : 'reasoning', chunk.id)
        break
      case 'text-delta':
      case 'reasoning-delta': {
        const words =
          open.get(chunk.id) ?? begin(chunk.type === 'text-delta' ? 'text' : 'reasoning', chunk.id)
        words.text += chunk.delta
        break
      }
      case 'text-end':
      case 'reasoning-end':
        open.delete(chunk.id)
        break
      case 'finish-step':
        open.clear()
        break
      default:
        if (isLastingData(chunk)) putData(parts, chunk)
    }
  }
  return { id, role: 'assistant', parts, metadata }
}

type DataChunk = Extract<UIMessageChunk, { type: `data-${string}` }>

function isLastingData(chunk: UIMessageChunk): chunk is DataChunk {
  return chunk.type.startsWith('data-') && !(chunk as DataChunk).transient
}

/** Data under an id of its own is news about the same thing and takes its place. */
function putData(parts: Part[], { type, id, data }: DataChunk): void {
  const part = { type, ...(id === undefined ? {} : { id }), data } as Part
  const at =
    id === undefined ? -1 : parts.findIndex((one) => one.type === type && 'id' in one && one.id === id)
  if (at === -1) parts.push(part)
  else parts[at] = part
}

/** Words that follow each other, as one chunk: a long answer is set once, not a thousand times. */
export function joinDeltas(chunks: UIMessageChunk[]): UIMessageChunk[] {
  const joined: UIMessageChunk[] = []
  for (const chunk of chunks) {
    const last = joined.at(-1)
    if (isDelta(chunk) && last && isDelta(last) && last.type === chunk.type && last.id === chunk.id) {
      joined[joined.length - 1] = { ...last, delta: last.delta + chunk.delta }
    } else {
      joined.push(chunk)
    }
  }
  return joined
}

function isDelta(
  chunk: UIMessageChunk,
): chunk is Extract<UIMessageChunk, { type: 'text-delta' | 'reasoning-delta' }> {
  return chunk.type === 'text-delta' || chunk.type === 'reasoning-delta'
}

export interface ComposerState {
  documentId: string
  kind: string
  title: string
  content: string
}

/** The document that the answer is writing, as far as it is written; null when it writes none. */
export function getRecoveredComposerState(metadata: unknown): ComposerState | null {
  const { composerDocumentId, kind, title, partialContent } = (metadata ?? {}) as Record<string, unknown>
  if (typeof composerDocumentId !== 'string' || typeof partialContent !== 'string') return null
  return {
    documentId: composerDocumentId,
    kind: typeof kind === 'string' ? kind : 'text',
    title: typeof title === 'string' ? title : '',
    content: partialContent,
  }
}
