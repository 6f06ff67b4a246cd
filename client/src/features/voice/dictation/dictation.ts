/**
 * One recording, from the first press to its words. Not a component, so that its promises can be tested without a screen:
 * nothing that was said is lost while there is any use in keeping it, and what was given up is gone.
 */
import { ApiError } from '../../../api/http'
import { levelOf } from '../sound/level'
import type { Listener, Microphone } from '../sound/microphone'
import { WINDOW_MS } from '../sound/thin'
import { toWav } from '../sound/wav'

export type Dictated =
  | { phase: 'opening' }
  | { phase: 'recording' }
  | { phase: 'hearing' }
  /** `isKept`: the recording is still there, and may be heard yet. */
  | { phase: 'failed'; error: unknown; isKept: boolean }
  | { phase: 'over' }

export interface DictationParts {
  open: (listener: Listener) => Promise<Microphone>
  hear: (recording: Blob, signal: AbortSignal) => Promise<string>
  onHeard: (text: string) => void
  /** It was ended because it had become as long as one may be. */
  onFull: () => void
  longestSeconds: () => number
  /** One from before, that was not heard yet. */
  kept?: Blob | null
}

/** Nobody has said a word in less. */
const SHORTEST_MS = 250

/** The same sound will be refused again, however often it is sent. */
const NEVER_HEARD = new Set([
  'nothing_said',
  'recording_too_long',
  'recording_unreadable',
  'unsupported_media',
  'language_not_heard',
  'too_large',
])

/** There was no time for a word in it. */
export class TooShortError extends Error {
  override name = 'TooShortError'
}

export class Dictation {
  /** How loud it was, window by window; for drawing. */
  readonly levels: number[] = []
  private readonly windows: Int16Array[] = []
  private readonly listeners = new Set<() => void>()
  private state: Dictated
  private microphone: Microphone | null = null
  private recording: Blob | null
  private asking: AbortController | null = null

  constructor(private readonly parts: DictationParts) {
    this.recording = parts.kept ?? null
    this.state = this.recording ? { phase: 'failed', error: null, isKept: true } : { phase: 'opening' }
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }
  getState = (): Dictated => this.state

  get ms(): number {
    return this.windows.length * WINDOW_MS
  }

  async start(): Promise<void> {
    if (this.state.phase !== 'opening') return
    try {
      const microphone = await this.parts.open({
        onWindow: (window) => this.take(window),
        onLost: () => void this.finish(),
      })
      // Given up while the browser asked.
      if (this.state.phase !== 'opening') return microphone.close()
      this.microphone = microphone
      this.set({ phase: 'recording' })
    } catch (error) {
      if (this.state.phase === 'opening') this.set({ phase: 'failed', error, isKept: false })
    }
  }

  /** What was said is whole. */
  async finish(): Promise<void> {
    if (this.state.phase !== 'recording') return
    this.close()
    if (this.ms < SHORTEST_MS) return this.set({ phase: 'failed', error: new TooShortError(), isKept: false })
    this.recording = toWav(this.windows)
    await this.hear()
  }

  /** The same recording once more. */
  async again(): Promise<void> {
    if (this.state.phase === 'failed' && this.recording) await this.hear()
  }

  /** Nothing of it is wanted. */
  cancel(): void {
    this.recording = null
    this.end()
  }

  /** The page turns to something else: what is worth keeping. */
  leave(): Blob | null {
    const said = this.microphone && this.ms >= SHORTEST_MS ? toWav(this.windows) : this.recording
    this.end()
    return said
  }

  private async hear(): Promise<void> {
    const { recording } = this
    if (!recording) return
    this.asking = new AbortController()
    this.set({ phase: 'hearing' })
    try {
      const text = await this.parts.hear(recording, this.asking.signal)
      if (this.state.phase !== 'hearing') return
      this.recording = null
      this.set({ phase: 'over' })
      this.parts.onHeard(text)
    } catch (error) {
      if (this.state.phase !== 'hearing') return
      if (error instanceof ApiError && NEVER_HEARD.has(error.code)) this.recording = null
      this.set({ phase: 'failed', error, isKept: this.recording !== null })
    }
  }

  private take(window: Int16Array): void {
    if (this.state.phase !== 'opening' && this.state.phase !== 'recording') return
    this.windows.push(window)
    this.levels.push(levelOf(window))
    if (this.ms >= this.parts.longestSeconds() * 1000 && this.state.phase === 'recording') {
      this.parts.onFull()
      void this.finish()
    }
  }

  private end(): void {
    this.asking?.abort()
    this.close()
    this.set({ phase: 'over' })
  }

  private close(): void {
    this.microphone?.close()
    this.microphone = null
  }

  private set(state: Dictated): void {
    this.state = state
    for (const listener of this.listeners) listener()
  }
}
