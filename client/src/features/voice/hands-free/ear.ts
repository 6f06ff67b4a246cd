/**
 * When somebody begins to talk and when they are done, by how loud it is. What a room sounds like when nobody talks is
 * learned as it goes; what is said is still judged by whoever makes words of it.
 */
import { WINDOW_MS } from '../sound/thin'

export type Hearing = 'quiet' | 'talking' | 'done'

/** Of full scale; below it nobody talks into a microphone. */
const LEAST = 0.012
/** So many times as loud as the room. */
const OVER_ROOM = 3
/** A breath between two sentences is no end. */
export const DONE_AFTER_MS = 1200

export class Ear {
  private room = 0.004
  private loudMs = 0
  private quietMs = 0
  private isTalking = false

  /** `beginsAfterMs`: a door that falls shut is no word. */
  constructor(private readonly beginsAfterMs = 160) {}

  /** `loud`: the loudness of one window, of full scale. */
  take(loud: number): Hearing {
    const isLoud = loud > Math.max(LEAST, this.room * OVER_ROOM)
    if (!isLoud) this.room += (loud - this.room) * (loud < this.room ? 0.2 : 0.02)
    this.loudMs = isLoud ? this.loudMs + WINDOW_MS : Math.max(0, this.loudMs - WINDOW_MS)
    if (!this.isTalking) {
      this.isTalking = this.loudMs >= this.beginsAfterMs
      return this.isTalking ? 'talking' : 'quiet'
    }
    this.quietMs = isLoud ? 0 : this.quietMs + WINDOW_MS
    return this.quietMs >= DONE_AFTER_MS ? 'done' : 'talking'
  }

  /** For what is said next; the room is the same. */
  again(beginsAfterMs: number): Ear {
    const next = new Ear(beginsAfterMs)
    next.room = this.room
    return next
  }
}
