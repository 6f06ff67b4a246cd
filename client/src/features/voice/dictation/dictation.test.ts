import { describe, expect, it } from 'vitest'
import { ApiError, NotReached } from '../../../api/http'
import { type Listener, MicError } from '../sound/microphone'
import { WINDOW, WINDOW_MS } from '../sound/thin'
import { Dictation, type DictationParts } from './dictation'
import { explain } from './explain'
import { dictationWords } from './words'

interface Room {
  dictation: Dictation
  speak: (windows?: number) => void
  lose: () => void
  heard: string[]
  asked: Blob[]
  signals: AbortSignal[]
  isListening: () => boolean
}

function room(
  answers: (string | Error | Promise<string>)[] = ['Hello.'],
  parts: Partial<DictationParts> = {},
): Room {
  let listener: Listener | null = null
  const heard: string[] = []
  const asked: Blob[] = []
  const signals: AbortSignal[] = []
  const dictation = new Dictation({
    open: async (given) => {
      listener = given
      return { close: () => (listener = null) }
    },
    hear: async (recording, signal) => {
      asked.push(recording)
      signals.push(signal)
      const answer = answers.shift() ?? ''
      if (answer instanceof Error) throw answer
      return answer
    },
    onHeard: (text) => heard.push(text),
    onFull: () => {},
    longestSeconds: () => 300,
    ...parts,
  })
  const speak = (windows = 40) => {
    for (let n = 0; n < windows; n += 1) listener?.onWindow(new Int16Array(WINDOW).fill(900))
  }
  return {
    dictation,
    speak,
    lose: () => listener?.onLost(),
    heard,
    asked,
    signals,
    isListening: () => listener !== null,
  }
}

const refusal = (status: number, code: string) => new ApiError(status, { code, message: 'So it is.' }, null)

describe('talking instead of writing', () => {
  it('gives the words of what was said, and the microphone back', async () => {
    const { dictation, speak, heard, asked, isListening } = room()
    await dictation.start()
    expect(dictation.getState().phase).toBe('recording')
    speak()
    await dictation.finish()
    expect(heard).toEqual(['Hello.'])
    expect(asked[0]?.size).toBe(44 + 40 * WINDOW * 2)
    expect(isListening()).toBe(false)
  })

  it('keeps what could not be heard, and hears the very same again', async () => {
    const { dictation, speak, heard, asked } = room([new NotReached(), refusal(503, 'not_heard'), 'Hello.'])
    await dictation.start()
    speak()
    await dictation.finish()
    expect(dictation.getState()).toMatchObject({ phase: 'failed', isKept: true })
    await dictation.again()
    expect(dictation.getState()).toMatchObject({ phase: 'failed', isKept: true })
    await dictation.again()
    expect(heard).toEqual(['Hello.'])
    expect(new Set(asked).size).toBe(1)
  })

  it.each(['nothing_said', 'recording_too_long', 'language_not_heard'])(
    'does not offer again what is refused for good: %s',
    async (code) => {
      const { dictation, speak, asked } = room([refusal(422, code)])
      await dictation.start()
      speak()
      await dictation.finish()
      expect(dictation.getState()).toMatchObject({ phase: 'failed', isKept: false })
      await dictation.again()
      expect(asked).toHaveLength(1)
      expect(dictation.leave()).toBeNull()
    },
  )

  it('asks nobody where there was no time for a word', async () => {
    const { dictation, speak, asked } = room()
    await dictation.start()
    speak(3)
    await dictation.finish()
    expect(dictation.getState()).toMatchObject({ phase: 'failed', isKept: false })
    expect(asked).toHaveLength(0)
  })

  it('is gone when it is given up: while recording, while it is heard, and while the browser still asks', async () => {
    const recording = room()
    await recording.dictation.start()
    recording.speak()
    recording.dictation.cancel()
    await recording.dictation.finish()
    expect([recording.asked, recording.isListening(), recording.dictation.leave()]).toEqual([[], false, null])

    const hearing = room([new Promise(() => {})])
    await hearing.dictation.start()
    hearing.speak()
    void hearing.dictation.finish()
    hearing.dictation.cancel()
    expect(hearing.signals[0]?.aborted).toBe(true)
    expect(hearing.heard).toEqual([])

    let answer = (_: { close: () => void }) => {}
    let isClosed = false
    const asking = room([], { open: () => new Promise((resolve) => (answer = resolve)) })
    const started = asking.dictation.start()
    asking.dictation.cancel()
    answer({ close: () => (isClosed = true) })
    await started
    expect(isClosed).toBe(true)
  })

  it('keeps what was said when the page turns to something else, and goes on with it there', async () => {
    const { dictation, speak } = room()
    await dictation.start()
    speak()
    const said = dictation.leave()
    expect(said?.size).toBeGreaterThan(44)
    const later = room(['Found again.'], { kept: said })
    await later.dictation.start()
    expect(later.dictation.getState()).toEqual({ phase: 'failed', error: null, isKept: true })
    await later.dictation.again()
    expect(later.heard).toEqual(['Found again.'])
    expect(later.asked[0]).toBe(said)
  })

  it('ends by itself when it is as long as one may be, and hears it', async () => {
    let wasFull = false
    const { dictation, speak, heard } = room(['Long.'], {
      longestSeconds: () => 2,
      onFull: () => (wasFull = true),
    })
    await dictation.start()
    speak(Math.ceil(3000 / WINDOW_MS))
    await Promise.resolve()
    await Promise.resolve()
    expect([wasFull, heard]).toEqual([true, ['Long.']])
    expect(dictation.ms).toBeLessThan(2100)
  })

  it('hears what there is when the microphone is pulled out', async () => {
    const { dictation, speak, lose, heard } = room()
    await dictation.start()
    speak()
    lose()
    await Promise.resolve()
    await Promise.resolve()
    expect(heard).toEqual(['Hello.'])
  })
})

describe('why there are no words', () => {
  it.each([
    [new MicError('insecure'), /https/],
    [new MicError('refused'), /Allow it/],
    [new MicError('none'), /Plug one in/],
    [new MicError('taken'), /Another program/],
    [refusal(422, 'nothing_said'), /I heard nothing/],
    [refusal(503, 'no_hearing'), /models fetch/],
    [refusal(429, 'quota_exhausted'), /So it is/],
    [new NotReached(), /cannot be reached/],
    [new TypeError('x'), /did not work/],
  ])('is said with what to do: %s', (error, sentence) => {
    expect(explain(error, dictationWords.english)).toMatch(sentence)
  })
})
