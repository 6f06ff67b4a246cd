/**
 * One chat as this page lives it: says, edits, asks again, stops, and finds its way back after a fault.
 * Not a component, so that its promises can be tested without a screen.
 *
 * Two rules hold it together. One turn at a time, so a double click sends once. And after every turn the
 * server is asked what it stored: that, not what happened to arrive here, is what stays on the page.
 */

import { Chat } from '@ai-sdk/react'
import { NotReached } from '../../api/http'
import type { MessagePage, StreamState } from '../../api/types'
import { wordsNow } from '../../language/words'
import { isBehind, type Message, newId, toMessage, toParts, type Words } from './messages'
import { numbered } from './poll'
import { applyRecoveredChunks, type ComposerState, getRecoveredComposerState } from './recovered'
import { isLost, waitForBetterTimes } from './recovery'
import { HoldfastTransport, type TurnWishes } from './transport'
import { isForLater, isSomeoneElsesTurn, judge, type Trouble } from './trouble'
import { conversationWords } from './words'

export interface Standing {
  phase: 'idle' | 'answering' | 'rejoining'
  trouble: Trouble | null
  hasEarlier: boolean
  /** The answer being shown is one that this page did not ask for, or has found again. */
  isRecovering: boolean
  /** The last check found an answer whose writer is gone. */
  isInterrupted: boolean
  /** The document that the recovered answer is writing. */
  composer: ComposerState | null
}

export interface ConversationParts {
  chatId: string
  messages: Message[]
  hasEarlier: boolean
  load: (before: string | null) => Promise<MessagePage>
  /** Is something being written? Null when not. */
  check: () => Promise<StreamState | null>
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
const MOST_PAGES = 40
const PATIENCE_AFTER_STOP_MS = 4000

export class Conversation {
  readonly chat: Chat<Message>
  private readonly transport: HoldfastTransport
  private readonly parts: Required<ConversationParts>
  private readonly listeners = new Set<() => void>()
  private standing: Standing
  private turn = 0
  private isAccepted = false
  private isChecking = false
  private isStopWanted = false
  private isClosed = false

  constructor(parts: ConversationParts) {
    this.parts = { wait: waitForBetterTimes, ...parts }
    this.standing = {
      phase: 'idle',
      trouble: null,
      hasEarlier: parts.hasEarlier,
      isRecovering: false,
      isInterrupted: false,
      composer: null,
    }
    this.transport = new HoldfastTransport({
      onAccepted: () => this.accepted(),
      onLost: () => this.set({ phase: 'rejoining' }),
      onReached: () => this.reached(),
      wait: this.parts.wait,
    })
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

  whenIdle(): Promise<void> {
    return new Promise((resolve) => {
      const look = () => {
        if (this.standing.phase !== 'idle') return
        stop()
        resolve()
      }
      const stop = this.subscribe(look)
      look()
    })
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

  /** The same answer, from where it was cut short. */
  goOn(messageId: string, wishes: TurnWishes): void {
    if (this.standing.phase !== 'idle') return
    this.transport.goingOn = { messageId, wishes }
    const undo = () => {
      this.transport.goingOn = null
    }
    void this.run({ begin: () => this.chat.resumeStream(), undo })
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
  async lookAgain({ isBackOnline = false } = {}): Promise<void> {
    if (this.standing.phase !== 'idle' || this.isChecking) return
    const { trouble } = this.standing
    if (trouble?.kind === 'unreachable') {
      // What did arrive is looked for. What never did goes out once the line is back: the same message counts once.
      if (trouble.isStored || isBackOnline) trouble.again()
      return
    }
    this.isChecking = true
    const { turn } = this
    // A question without an answer is most likely being answered: nobody should be told otherwise meanwhile.
    if (isOpen(this.chat.messages)) this.set({ phase: 'answering' })
    const found = await this.parts.check().catch((error: unknown) => (isLost(error) ? 'unknown' : null))
    this.isChecking = false
    if (turn !== this.turn) return
    this.set({ phase: 'idle' })
    if (this.isClosed) return
    const wasOpen = isOpen(this.chat.messages)
    if (found === 'unknown') return wasOpen ? this.rejoin(null) : undefined
    if (found === null || found.isStale) {
      this.set({ isInterrupted: found !== null })
      return this.refresh()
    }
    // Its question may have been asked since this page was loaded.
    if (!wasOpen) await this.refresh()
    await this.rejoin(found)
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

  /**
   * Takes what the server has stored, unless a new turn began meanwhile or the answer is not in it yet. Of another branch
   * the answer that is shown is no part, however long one waits for it.
   */
  async refresh({ isAnotherBranch = false } = {}): Promise<void> {
    const { turn } = this
    for (let tries = 0; tries < 3; tries += 1) {
      const page = await this.parts.load(null).catch(() => null)
      if (page === null || turn !== this.turn || this.isClosed) return
      const newest = page.messages.map(toMessage)
      if (!isAnotherBranch && isBehind(this.chat.messages, newest) && tries < 2) {
        await this.parts.wait(600)
        continue
      }
      // A page with nothing before it is the whole chat: what else is shown was deleted elsewhere.
      const merged = page.hasMore
        ? applyRecoveredChunks(this.chat.messages, { __finalMessages: newest })
        : newest
      const keepsEarlier = merged.length > newest.length
      this.chat.messages = merged
      this.set({ hasEarlier: keepsEarlier ? this.standing.hasEarlier : page.hasMore })
      return
    }
  }

  /** After another version was chosen, which may stand far above the newest page of its branch. */
  async refreshTo(messageId: string): Promise<void> {
    await this.refresh({ isAnotherBranch: true })
    const isShown = () => this.chat.messages.some((message) => message.id === messageId)
    for (let pages = 0; pages < MOST_PAGES && this.standing.hasEarlier && !isShown(); pages += 1)
      await this.loadEarlier()
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

  private async rejoin(found: StreamState | null): Promise<void> {
    if (this.standing.phase !== 'idle') return
    this.transport.recovered = found
    if (found) {
      const chunks = numbered(found).map(({ chunk }) => chunk)
      this.chat.messages = applyRecoveredChunks(this.chat.messages, { chunks })
      this.set({ composer: getRecoveredComposerState(found.metadata) })
    }
    this.set({ isRecovering: true })
    await this.run({ begin: () => this.chat.resumeStream(), undo: () => {}, isAccepted: true })
  }

  private async run(turn: Turn): Promise<void> {
    if (this.standing.phase !== 'idle') return
    this.turn += 1
    this.isAccepted = turn.isAccepted ?? false
    this.isStopWanted = false
    this.set({ phase: 'answering', isInterrupted: false, ...(turn.isAccepted ? {} : { trouble: null }) })

    await turn.begin()
    let error = this.takeError()
    for (let tries = 1; tries < RESENDS && turn.again && this.maySendAgain(error); tries += 1) {
      this.set({ phase: 'rejoining' })
      await this.parts.wait(1000 * tries)
      await turn.again()
      error = this.takeError()
    }

    if (this.isClosed) return
    const trouble = this.settle(error, turn) ?? this.standing.trouble
    this.set({ phase: 'idle', trouble, isRecovering: false, composer: null })
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
        const rejoin = () => [this.dismissTrouble(), void this.lookAgain()]
        return { kind: 'unreachable', error, isStored: true, again: rejoin }
      }
      case 'uncertain': {
        const repeat = () => again && void this.run({ begin: again, again, undo })
        return { kind: 'unreachable', error, isStored: false, again: repeat }
      }
      case 'refused':
        undo()
        return { kind: 'refused', error, isForLater: again !== undefined && isForLater(error) }
      case 'failed':
        return {
          kind: 'failed',
          sentence: error instanceof Error ? error.message : wordsNow(conversationWords).answer.broke,
        }
    }
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

  /** The line was dead, and the server answers again. A stop that was wanted meanwhile may not have reached it. */
  private reached(): void {
    if (this.standing.phase !== 'rejoining') return
    this.set({ phase: 'answering', isRecovering: true })
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

/** The last word is the person's, or an answer of which nobody has said how it ended. */
function isOpen(messages: Message[]): boolean {
  const last = messages.at(-1)
  if (last === undefined || last.role === 'user') return last !== undefined
  const { status } = last.metadata ?? {}
  return status === undefined || status === 'streaming'
}
