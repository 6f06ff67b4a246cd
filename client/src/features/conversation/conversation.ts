/**
 * One chat as this page lives it: says, edits, asks again, stops, and finds its way back after a fault.
 * Not a component, so that its promises can be tested without a screen.
 *
 * Two rules hold it together. One turn at a time, so a double click sends once. And after every turn the
 * server is asked what it stored: that, not what happened to arrive here, is what stays on the page.
 */
import { Chat } from '@ai-sdk/react'
import { NotReached } from '../../api/http'
import type { MessagePage } from '../../api/types'
import { isBehind, type Message, mergeNewest, newId, toMessage, toParts, type Words } from './messages'
import { isLost, recover, waitForBetterTimes } from './recovery'
import { HoldfastTransport, type TurnWishes } from './transport'
import { isSomeoneElsesTurn, judge, type Trouble } from './trouble'

export interface Standing {
  phase: 'idle' | 'answering' | 'rejoining'
  trouble: Trouble | null
  hasEarlier: boolean
}

export interface ConversationParts {
  chatId: string
  messages: Message[]
  hasEarlier: boolean
  load: (before: string | null) => Promise<MessagePage>
  tellServerToStop: () => Promise<unknown>
  /** The words of a refused message, for the box (or the editor, when `editedId` is set). */
  giveBack: (words: Words, editedId: string | null) => void
  onSending: (messageId: string, words: Words) => void
  onAccepted: () => void
  onTurnOver: () => void
  wait?: (ms: number) => Promise<void>
}

interface Turn {
  begin: () => Promise<void>
  /** How to send the very same request once more; absent when twice would not be once. */
  again?: () => Promise<void>
  /** Puts the page back as it was. */
  undo: () => void
  /** Set when there is nothing to send, only something to rejoin. */
  isAccepted?: boolean
}

const RESENDS = 3
const PATIENCE_AFTER_STOP_MS = 4000

export class Conversation {
  readonly chat: Chat<Message>
  private readonly transport: HoldfastTransport
  private readonly parts: Required<ConversationParts>
  private readonly listeners = new Set<() => void>()
  private standing: Standing
  private turn = 0
  private isAccepted = false
  private isStopWanted = false
  private isClosed = false

  constructor(parts: ConversationParts) {
    this.parts = { wait: waitForBetterTimes, ...parts }
    this.standing = { phase: 'idle', trouble: null, hasEarlier: parts.hasEarlier }
    this.transport = new HoldfastTransport({ onAccepted: () => this.accepted() })
    this.chat = new Chat<Message>({
      id: parts.chatId,
      messages: parts.messages,
      transport: this.transport,
      generateId: newId,
    })
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }
  getStanding = (): Standing => this.standing

  /** Leaving the page ends the listening, not the answer. */
  close(): void {
    this.isClosed = true
    void this.chat.stop()
  }
  open(): void {
    this.isClosed = false
  }

  /** False when a turn is under way: then nothing was sent. */
  say(words: Words, wishes: TurnWishes): boolean {
    return this.send(words, wishes, this.chat.messages)
  }

  /** The edited message stays; the new words become its sibling, and the answer a new branch. */
  edit(editedId: string, words: Words, wishes: TurnWishes): boolean {
    const at = this.chat.messages.findIndex((message) => message.id === editedId)
    return at !== -1 && this.send(words, { ...wishes, editedId }, this.chat.messages.slice(0, at))
  }

  /** Another answer beside an answer; or, given a question that was stored but never answered, its first. */
  regenerate(messageId: string, wishes: TurnWishes): void {
    const before = this.chat.messages
    const begin = () => this.chat.regenerate({ messageId, body: wishes })
    const undo = () => {
      this.chat.messages = before
    }
    void this.run({ begin, undo })
  }

  stop(): void {
    if (this.standing.phase === 'idle') return
    this.isStopWanted = true
    const turn = this.turn
    if (this.isAccepted) void this.parts.tellServerToStop().catch(() => {})
    // The stream normally ends by itself with what was written so far. If it does not, we stop listening.
    setTimeout(
      () => this.turn === turn && this.standing.phase !== 'idle' && void this.chat.stop(),
      PATIENCE_AFTER_STOP_MS,
    )
  }

  /** On opening a chat, and on coming back to it: is something being written that we do not see? */
  async lookAgain(): Promise<void> {
    if (this.standing.phase !== 'idle') return
    const { trouble } = this.standing
    if (trouble?.kind === 'unreachable') {
      // What never arrived stays on the page until the person decides; what did arrive is looked for.
      if (trouble.isStored) trouble.again()
      return
    }
    if (!isOpen(this.chat.messages)) await this.refresh()
    if (this.standing.phase === 'idle' && isOpen(this.chat.messages)) await this.rejoin()
  }

  async loadEarlier(): Promise<void> {
    const first = this.chat.messages[0]
    if (!first || !this.standing.hasEarlier) return
    const page = await this.parts.load(first.id)
    const shown = this.chat.messages
    if (shown[0]?.id !== first.id) return
    this.chat.messages = [...page.messages.map(toMessage), ...shown]
    this.set({ hasEarlier: page.hasMore && page.messages.length > 0 })
  }

  /** Takes what the server has stored, unless a new turn began meanwhile or the answer is not in it yet. */
  async refresh(): Promise<void> {
    const { turn } = this
    for (let tries = 0; tries < 3; tries += 1) {
      const page = await this.parts.load(null).catch(() => null)
      if (page === null || turn !== this.turn || this.isClosed) return
      const newest = page.messages.map(toMessage)
      if (isBehind(this.chat.messages, newest) && tries < 2) {
        await this.parts.wait(600)
        continue
      }
      const merged = mergeNewest(this.chat.messages, newest)
      const keepsEarlier = merged.length > newest.length
      this.chat.messages = merged
      this.set({ hasEarlier: keepsEarlier ? this.standing.hasEarlier : page.hasMore })
      return
    }
  }

  dismissTrouble(): void {
    this.set({ trouble: null })
  }

  private send(words: Words, wishes: TurnWishes, after: Message[]): boolean {
    if (this.standing.phase !== 'idle') return false
    const before = this.chat.messages
    const editedId = wishes.editedId ?? null
    const message = { id: newId(), parts: toParts(words), metadata: { createdAt: new Date().toISOString() } }
    this.chat.messages = after
    if (editedId === null) this.parts.onSending(message.id, words)
    void this.run({
      begin: () => this.chat.sendMessage(message, { body: wishes }),
      again: () => this.chat.sendMessage(undefined, { body: wishes }),
      undo: () => {
        this.chat.messages = before
        this.parts.giveBack(words, editedId)
      },
    })
    return true
  }

  private async rejoin(): Promise<void> {
    await this.run({ begin: () => this.chat.resumeStream(), undo: () => {}, isAccepted: true })
  }

  private async run(turn: Turn): Promise<void> {
    if (this.standing.phase !== 'idle') return
    this.turn += 1
    this.isAccepted = turn.isAccepted ?? false
    this.isStopWanted = false
    this.transport.rejoinBy = 'stream'
    this.set({ phase: 'answering', ...(turn.isAccepted ? {} : { trouble: null }) })

    await turn.begin()
    let error = this.takeError()
    for (let tries = 1; tries < RESENDS && turn.again && this.maySendAgain(error); tries += 1) {
      this.set({ phase: 'rejoining' })
      await this.parts.wait(1000 * tries)
      await turn.again()
      error = this.takeError()
    }
    if (this.isAccepted && isLost(error)) error = await this.findTheWayBack(error)

    if (this.isClosed) return
    this.set({ phase: 'idle', trouble: this.settle(error, turn) ?? this.standing.trouble })
    if (this.isAccepted) await this.refresh()
    this.parts.onTurnOver()
    if (isSomeoneElsesTurn(error)) await this.lookAgain()
  }

  private settle(error: unknown, { again, undo }: Turn): Trouble | null {
    const verdict = judge(error, { isAccepted: this.isAccepted, isRepeatable: again !== undefined })
    switch (verdict) {
      case 'well':
        return null
      case 'lost': {
        const rejoin = () => [this.dismissTrouble(), void this.rejoin()]
        return { kind: 'unreachable', error, isStored: true, again: rejoin }
      }
      case 'uncertain': {
        const repeat = () => again && void this.run({ begin: again, again, undo })
        return { kind: 'unreachable', error, isStored: false, again: repeat }
      }
      case 'refused':
        undo()
        return { kind: 'refused', error }
      case 'failed':
        return { kind: 'failed', sentence: error instanceof Error ? error.message : 'The answer failed.' }
    }
  }

  private async findTheWayBack(lost: unknown): Promise<unknown> {
    this.set({ phase: 'rejoining' })
    let last: unknown = lost
    const outcome = await recover({
      wait: this.parts.wait,
      isCancelled: () => this.isClosed || this.isStopWanted,
      rejoin: async (by) => {
        this.transport.rejoinBy = by
        await this.chat.resumeStream()
        last = this.takeError()
        if (last !== null) throw last
      },
    })
    return outcome === 'cancelled' ? null : last
  }

  private maySendAgain(error: unknown): boolean {
    return error instanceof NotReached && !this.isAccepted && !this.isStopWanted && !this.isClosed
  }

  private accepted(): void {
    this.isAccepted = true
    this.parts.onAccepted()
    // Stop was pressed before the server had heard of the message: it can hear of both now.
    if (this.isStopWanted) void this.parts.tellServerToStop().catch(() => {})
  }

  private takeError(): unknown {
    const error = this.chat.status === 'error' ? (this.chat.error ?? null) : null
    this.chat.clearError()
    return error
  }

  private set(change: Partial<Standing>): void {
    this.standing = { ...this.standing, ...change }
    for (const listener of this.listeners) listener()
  }
}

/** The last word is the person's, or an answer that had not ended. */
function isOpen(messages: Message[]): boolean {
  const last = messages.at(-1)
  return last !== undefined && (last.role === 'user' || last.metadata?.status === 'streaming')
}
