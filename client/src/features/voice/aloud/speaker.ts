/**
 * Speaks pieces of text one after another, in the order they come, also while more are still being written. While one is
 * heard the next is fetched, and no more than that: whoever stops listening has used nothing that was not to be heard.
 * Not a component, so that its promises can be tested without a sound.
 */
import type { Ready, SpokenVoice } from './voices'

export type SpeakerPhase = 'waiting' | 'speaking' | 'paused' | 'over'

export interface SpeakerParts {
  /** The first that can speaks; the next is asked where it cannot. */
  voices: (() => Promise<SpokenVoice | null>)[]
  onChange: () => void
  /** No voice could say it. */
  onFailure: (error: unknown) => void
}

export class Speaker {
  private readonly pieces: string[] = []
  private readonly gone = new AbortController()
  private isWhole = false
  private isPaused = false
  private isOver = false
  private at = -1
  private current: Ready | null = null
  private next: { at: number; ready: Promise<Ready> } | null = null
  private voice: Promise<SpokenVoice | null> | null = null
  private voices: SpeakerParts['voices']
  private wake = () => {}

  constructor(private readonly parts: SpeakerParts) {
    this.voices = parts.voices
  }

  get phase(): SpeakerPhase {
    if (this.isOver) return 'over'
    if (this.isPaused) return 'paused'
    return this.current ? 'speaking' : 'waiting'
  }

  /** The piece that is heard now; -1 before the first. */
  get place(): number {
    return this.at
  }

  add(...pieces: string[]): void {
    this.pieces.push(...pieces)
    this.fetchNext()
    this.wake()
  }

  /** Nothing more will come. */
  end(): void {
    this.isWhole = true
    this.wake()
  }

  /** Done when all was heard, or it was stopped. */
  async run(): Promise<void> {
    try {
      for (this.at = 0; await this.hasPiece(); this.at += 1) await this.speak()
    } catch (error) {
      if (!this.isOver) this.parts.onFailure(error)
    } finally {
      this.finish()
    }
  }

  pause(): void {
    if (this.isOver || this.isPaused) return
    this.isPaused = true
    this.current?.pause()
    this.parts.onChange()
  }

  resume(): void {
    if (!this.isPaused) return
    this.isPaused = false
    this.current?.resume()
    this.wake()
    this.parts.onChange()
  }

  /** At once, in the middle of a word. */
  stop(): void {
    this.finish()
  }

  /** What was fetched ahead is said otherwise now: faster, say. */
  refetch(): void {
    this.next = null
    this.fetchNext()
  }

  private finish(): void {
    if (this.isOver) return
    this.isOver = true
    this.gone.abort()
    this.current?.stop()
    this.current = null
    this.wake()
    this.parts.onChange()
  }

  private async hasPiece(): Promise<boolean> {
    while (!this.isOver && (this.isPaused || (this.at >= this.pieces.length && !this.isWhole)))
      await new Promise<void>((resolve) => {
        this.wake = resolve
      })
    return !this.isOver && this.at < this.pieces.length
  }

  private async speak(): Promise<void> {
    const ready = await this.prepared(this.at)
    if (this.isOver) return ready.stop()
    this.current = ready
    if (this.isPaused) ready.pause()
    this.next = null
    this.fetchNext()
    this.parts.onChange()
    await ready.play()
    this.current = null
  }

  /** A voice that fails is asked no more; the next one says the same piece. */
  private async prepared(at: number): Promise<Ready> {
    for (;;) {
      try {
        return await (this.next?.at === at ? this.next.ready : this.prepare(at))
      } catch (error) {
        this.next = null
        if (this.isOver || this.voices.length <= 1) throw error
        this.voices = this.voices.slice(1)
        this.voice = null
      }
    }
  }

  private async prepare(at: number): Promise<Ready> {
    this.voice ??= this.voices[0]?.() ?? Promise.resolve(null)
    const voice = await this.voice
    if (voice === null) throw new NoVoiceError()
    return voice.prepare(this.pieces[at] ?? '', this.gone.signal)
  }

  /** Only the one after the one that is heard. */
  private fetchNext(): void {
    const at = this.current ? this.at + 1 : Math.max(this.at, 0)
    if (this.isOver || this.next !== null || at >= this.pieces.length) return
    const ready = this.prepare(at)
    ready.catch(() => {}) // asked about when it is its turn
    this.next = { at, ready }
  }
}

/** Neither the installation nor the browser has one. */
export class NoVoiceError extends Error {
  override name = 'NoVoiceError'
}
