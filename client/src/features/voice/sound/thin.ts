/** What everything that is heard is cut into: 512 samples, 32 ms at 16 kHz. */
export const RATE = 16_000
export const WINDOW = 512
export const WINDOW_MS = (WINDOW / RATE) * 1000

/**
 * A device's samples, made into windows of 16 kHz. Browsers that open a microphone at that rate give them as they are;
 * for the others each sample is the mean of those that fall into its time, which is enough for speech.
 */
export class Thinner {
  private window = new Int16Array(WINDOW)
  private filled = 0
  private sum = 0
  private count = 0
  private phase = 0

  constructor(
    private readonly from: number,
    private readonly take: (window: Int16Array) => void,
  ) {}

  push(samples: Float32Array): void {
    for (const sample of samples) {
      this.sum += sample
      this.count += 1
      this.phase += RATE
      if (this.phase >= this.from) {
        this.phase -= this.from
        this.put(this.sum / this.count)
        this.sum = 0
        this.count = 0
      }
    }
  }

  private put(sample: number): void {
    this.window[this.filled] = Math.round(Math.max(-1, Math.min(1, sample)) * 32767)
    this.filled += 1
    if (this.filled < WINDOW) return
    this.take(this.window)
    this.window = new Int16Array(WINDOW)
    this.filled = 0
  }
}
