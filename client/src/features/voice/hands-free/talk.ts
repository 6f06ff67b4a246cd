/**
 * A talk without hands: listens, makes words of what was said, hears the answer being spoken while it is written, and
 * listens again. Whoever begins to talk meanwhile is listened to at once. Not a component, so that its promises can be
 * tested without a screen or a sound.
 */
import { ApiError } from '../../../api/http'
import type { Speaker, SpeakerParts } from '../aloud/speaker'
import { together } from '../aloud/spoken'
import { levelOf, loudness } from '../sound/level'
import { type Listener, MicError, type Microphone } from '../sound/microphone'
import { WINDOW_MS } from '../sound/thin'
import { toWav } from '../sound/wav'
import { Ear } from './ear'

/** `held`: it waits until it is told to listen, because something went wrong, or nobody is to be heard just now. */
export type TalkState =
  | { phase: 'opening' | 'listening' | 'hearing' | 'answering' | 'speaking' | 'over' }
  | { phase: 'held'; error: unknown }

export interface TalkParts {
  open: (listener: Listener) => Promise<Microphone>
  hear: (recording: Blob, signal: AbortSignal) => Promise<string>
  /** False where it could not go out; then the page says why. Once it is called off it is not sent any more. */
  say: (text: string, calledOff: AbortSignal) => Promise<boolean>
  /** Ends the answer that is being written. */
  hush: () => void
  speaker: (text: string, told: Pick<SpeakerParts, 'onChange' | 'onFailure'>) => Speaker
  sentences: (text: string, isWhole: boolean) => string[]
  longestSeconds: () => number
}

/** What the page knows of the answer to what was said last. */
export interface Answering {
  /** Null before its first word. */
  id: string | null
  text: string
  isBusy: boolean
  /** Something stands on the page that has to be read first. */
  hasTrouble: boolean
}

/** So much before the first loud window belongs to the word. */
const BEFORE_MS = 400
/** Somebody who talks into an answer has to mean it: what the loudspeaker says reaches the microphone too. */
const BARGE_IN_MS = 320
const BEGINS_AFTER_MS = 160

export class HandsFree {
  /** How loud it was, window by window; for drawing. */
  readonly levels: number[] = []
  private state: TalkState = { phase: 'opening' }
  private readonly listeners = new Set<() => void>()
  private windows: Int16Array[] = []
  private ear = new Ear(BEGINS_AFTER_MS)
  private microphone: Microphone | null = null
  private asking: AbortController | null = null
  private speaker: Speaker | null = null
  private said = 0
  /** The answer that stands last, and the one that stood last when this turn began. */
  private seenId: string | null = null
  private formerId: string | null = null
  private hasBegun = false

  constructor(private readonly parts: TalkParts) {}

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }
  getState = (): TalkState => this.state

  async start(): Promise<void> {
    try {
      const microphone = await this.parts.open({
        onWindow: (window) => this.take(window),
        onLost: () => {
          this.microphone = null
          this.hold(new MicError('taken'))
        },
      })
      if (this.state.phase !== 'opening') return microphone.close()
      this.microphone = microphone
      this.listen()
    } catch (error) {
      if (this.state.phase === 'opening') this.set({ phase: 'held', error })
    }
  }

  /** What was said is whole, though nobody has fallen silent. */
  done(): void {
    if (this.state.phase === 'listening' && this.windows.length > 0) void this.hear()
  }

  /** Enough of this answer: it is spoken no further, and written no further. */
  interrupt(): void {
    if (this.state.phase !== 'answering' && this.state.phase !== 'speaking') return
    this.hush()
    this.listen()
  }

  /** After something went wrong. */
  listenAgain(): void {
    if (this.state.phase !== 'held') return
    if (this.microphone) this.listen()
    else {
      this.set({ phase: 'opening' })
      void this.start()
    }
  }

  /** How far the answer is; told whenever it has grown. */
  follow({ id, text, isBusy, hasTrouble }: Answering): void {
    const { phase } = this.state
    this.seenId = id
    if (phase !== 'answering' && phase !== 'speaking') return
    this.hasBegun ||= isBusy
    const isAnswer = id !== null && id !== this.formerId
    if (isAnswer) this.speak(text, !isBusy)
    if (isBusy || !this.hasBegun) return
    if (hasTrouble) this.hold(null)
    else if (!isAnswer || !this.speaker) this.listen()
  }

  end(): void {
    this.hush()
    this.asking?.abort()
    this.microphone?.close()
    this.microphone = null
    this.set({ phase: 'over' })
  }

  private speak(text: string, isWhole: boolean): void {
    const sentences = this.parts.sentences(text, isWhole).slice(this.said)
    if (sentences.length > 0) {
      this.speaker ??= this.openSpeaker(text)
      this.speaker.add(...together(sentences))
      this.said += sentences.length
    }
    if (isWhole) this.speaker?.end()
  }

  private openSpeaker(text: string): Speaker {
    const speaker = this.parts.speaker(text, {
      onChange: () => {
        if (speaker !== this.speaker) return
        if (speaker.phase === 'over') {
          this.speaker = null
          this.listen()
        } else if (speaker.phase === 'speaking') this.set({ phase: 'speaking' })
      },
      onFailure: (error) => speaker === this.speaker && this.hold(error),
    })
    void speaker.run()
    return speaker
  }

  private take(window: Int16Array): void {
    const { phase } = this.state
    this.levels.push(levelOf(window))
    if (phase !== 'listening' && phase !== 'answering' && phase !== 'speaking') return
    this.windows.push(window)
    const hearing = this.ear.take(loudness(window))
    if (hearing === 'quiet') {
      this.windows = this.windows.slice(-BEFORE_MS / WINDOW_MS)
      return
    }
    const isFull = this.windows.length * WINDOW_MS >= this.parts.longestSeconds() * 1000
    if (phase !== 'listening') this.bargeIn()
    else if (hearing === 'done' || isFull) void this.hear()
  }

  /** What was begun over the answer is the beginning of what is said next. */
  private bargeIn(): void {
    const { windows, ear } = this
    this.hush()
    this.set({ phase: 'listening' })
    this.windows = windows
    this.ear = ear
  }

  private listen(): void {
    if (this.state.phase === 'over') return
    this.windows = []
    this.ear = this.ear.again(BEGINS_AFTER_MS)
    this.set({ phase: 'listening' })
  }

  private async hear(): Promise<void> {
    const recording = toWav(this.windows)
    this.windows = []
    const asking = new AbortController()
    this.asking = asking
    this.set({ phase: 'hearing' })
    try {
      const text = await this.parts.hear(recording, asking.signal)
      if (asking.signal.aborted) return
      this.said = 0
      this.hasBegun = false
      this.formerId = this.seenId
      this.ear = this.ear.again(BARGE_IN_MS)
      this.set({ phase: 'answering' })
      if (!(await this.parts.say(text, asking.signal))) this.hold(null)
    } catch (error) {
      if (asking.signal.aborted) return
      // A cough, a door: nobody has said anything.
      if (error instanceof ApiError && error.code === 'nothing_said') this.listen()
      else this.hold(error)
    }
  }

  private hush(): void {
    const { speaker } = this
    this.speaker = null
    speaker?.stop()
    if (this.state.phase === 'answering' || this.state.phase === 'speaking') this.parts.hush()
  }

  private hold(error: unknown): void {
    if (this.state.phase === 'over') return
    const { speaker } = this
    this.speaker = null
    speaker?.stop()
    this.set({ phase: 'held', error })
  }

  private set(state: TalkState): void {
    this.state = state
    for (const listener of this.listeners) listener()
  }
}
