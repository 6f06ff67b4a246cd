// @vitest-environment node
import { describe, expect, it } from 'vitest'
import { levelOf } from './level'
import { RATE, Thinner, WINDOW } from './thin'
import { toWav } from './wav'

function tone(hertz: number, rate: number, seconds = 1): Float32Array {
  return Float32Array.from(
    { length: rate * seconds },
    (_, n) => 0.5 * Math.sin((2 * Math.PI * hertz * n) / rate),
  )
}

function thinned(from: number, samples: Float32Array): Int16Array[] {
  const windows: Int16Array[] = []
  const thinner = new Thinner(from, (window) => windows.push(window))
  // As a browser gives them: 128 at a time.
  for (let at = 0; at < samples.length; at += 128) thinner.push(samples.subarray(at, at + 128))
  return windows
}

function rises(windows: Int16Array[]): number {
  const samples = windows.flatMap((window) => [...window])
  return samples.filter((sample, n) => sample >= 0 && (samples[n - 1] ?? 0) < 0).length
}

describe('a microphone at any rate', () => {
  it.each([16_000, 44_100, 48_000, 96_000])('of %i a second is heard at 16 kHz, at its own pitch', (rate) => {
    const windows = thinned(rate, tone(440, rate))
    expect(windows).toHaveLength(Math.floor(RATE / WINDOW))
    expect(Math.abs(rises(windows) - 440)).toBeLessThan(10)
    expect(levelOf(windows[5] as Int16Array)).toBeGreaterThan(0.8)
  })

  it('is cut where it is too loud, and does not turn over', () => {
    const [window] = thinned(RATE, new Float32Array(WINDOW).fill(3))
    expect(new Set(window)).toEqual(new Set([32767]))
  })
})

describe('a recording', () => {
  it('is a file whose head tells its length', async () => {
    const wav = new DataView(await toWav([new Int16Array(WINDOW), new Int16Array(WINDOW)]).arrayBuffer())
    expect(wav.byteLength).toBe(44 + 4 * WINDOW)
    expect(wav.getUint32(4, true)).toBe(wav.byteLength - 8)
    expect(wav.getUint32(40, true)).toBe(4 * WINDOW)
    expect(wav.getUint32(24, true)).toBe(RATE)
  })

  it('is silent at nothing and full at all', () => {
    expect(levelOf(new Int16Array(WINDOW))).toBe(0)
    expect(levelOf(new Int16Array(WINDOW).fill(32767))).toBeCloseTo(1, 3)
  })
})
