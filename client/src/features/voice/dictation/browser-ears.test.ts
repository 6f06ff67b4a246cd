import { afterEach, expect, it, vi } from 'vitest'
import { browserEars, hearken } from './browser-ears'

/** As a browser has them: what is heard comes in results, each with its likeliest words first. */
class Ears {
  static last: Ears
  lang = ''
  continuous = false
  interimResults = true
  onresult: ((event: unknown) => void) | null = null
  onerror: ((event: unknown) => void) | null = null
  onend: (() => void) | null = null
  start = vi.fn()
  stop = vi.fn(() => this.onend?.())
  abort = vi.fn(() => [this.onerror?.({ error: 'aborted' }), this.onend?.()])
  constructor() {
    Ears.last = this
  }
}
afterEach(() => vi.unstubAllGlobals())

it('brings what was said until it was ended, in one piece', async () => {
  vi.stubGlobal('webkitSpeechRecognition', Ears)
  const ears = browserEars()
  if (!ears) throw new Error('no ears')
  const heard = hearken(ears, 'de')
  Ears.last.onresult?.({ results: [[{ transcript: 'Guten Tag.' }], [{ transcript: ' Wie geht es? ' }]] })
  heard.end()
  await expect(heard.words).resolves.toBe('Guten Tag. Wie geht es?')
  expect(Ears.last.lang).toBe('de')
})

it('brings nothing where nobody spoke or it was given up, and says when it may not listen', async () => {
  const quiet = hearken(Ears as never, 'en')
  Ears.last.onerror?.({ error: 'no-speech' })
  Ears.last.onend?.()
  await expect(quiet.words).resolves.toBe('')
  const refused = hearken(Ears as never, 'en')
  Ears.last.onerror?.({ error: 'not-allowed' })
  await expect(refused.words).rejects.toThrow('not-allowed')
})
