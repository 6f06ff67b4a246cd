import { describe, expect, it } from 'vitest'
import { ApiError } from '../../../api/http'
import type { Speaker, SpeakerParts } from '../aloud/speaker'
import { sentencesOf } from '../aloud/spoken'
import type { Listener } from '../sound/microphone'
import { WINDOW, WINDOW_MS } from '../sound/thin'
import { DONE_AFTER_MS, Ear } from './ear'
import { HandsFree } from './talk'

const settled = () => new Promise((resolve) => setTimeout(resolve))
const windows = (ms: number) => Math.ceil(ms / WINDOW_MS)

/** A companion whose answers the test writes, and a room it makes the sounds of. */
async function talking(hear: (recording: Blob) => Promise<string> = async () => 'How are you?') {
  const log: string[] = []
  let listener: Listener | null = null
  let over = () => {}
  let calledOff: AbortSignal | null = null
  const spoken: string[] = []
  const speaker = (_: string, told: Pick<SpeakerParts, 'onChange' | 'onFailure'>): Speaker => {
    const one = {
      phase: 'waiting' as string,
      add: (...pieces: string[]) => {
        spoken.push(...pieces)
        one.phase = 'speaking'
        told.onChange()
      },
      end: () => log.push('whole'),
      run: async () => {},
      stop: () => log.push('silent'),
    }
    over = () => {
      one.phase = 'over'
      told.onChange()
    }
    return one as unknown as Speaker
  }
  const talk = new HandsFree({
    open: async (given) => {
      listener = given
      return { close: () => log.push('closed') }
    },
    hear,
    say: async (text, signal) => {
      calledOff = signal
      return log.push(`said ${text}`) > 0
    },
    hush: () => log.push('hush'),
    speaker,
    sentences: (text, isWhole) => sentencesOf(text, { code: '', formula: '' }, { isWhole }),
    longestSeconds: () => 60,
  })
  const sound = (ms: number, loud: number) => {
    for (let n = 0; n < windows(ms); n += 1)
      listener?.onWindow(new Int16Array(WINDOW).fill(Math.round(loud * 32767)))
  }
  await talk.start()
  return {
    talk,
    log,
    spoken,
    phase: () => talk.getState().phase,
    sound,
    lose: () => listener?.onLost(),
    isHeard: () => over(),
    isCalledOff: () => calledOff?.aborted,
    speak: async () => {
      sound(400, 0)
      sound(900, 0.2)
      sound(DONE_AFTER_MS + 100, 0)
      await settled()
    },
  }
}

describe('an ear', () => {
  it('takes a word and the breath in it for one, and a door and a humming room for none', () => {
    const ear = new Ear()
    const hear = (ms: number, loud: number) =>
      Array.from({ length: windows(ms) }, () => ear.take(loud)).at(-1)
    expect(hear(3000, 0.004)).toBe('quiet')
    expect(hear(90, 0.4)).toBe('quiet')
    expect(hear(600, 0.004)).toBe('quiet')
    expect(hear(500, 0.1)).toBe('talking')
    expect(hear(700, 0.004)).toBe('talking')
    expect(hear(500, 0.1)).toBe('talking')
    expect(hear(DONE_AFTER_MS + WINDOW_MS, 0.004)).toBe('done')
  })

  it('gets used to a room that is loud', () => {
    const ear = new Ear()
    for (let level = 0.004; level < 0.03; level *= 1.002) ear.take(level)
    expect(ear.take(0.03)).toBe('quiet')
  })
})

describe('a talk without hands', () => {
  it('listens, says what it heard, speaks the answer while it is written, and listens again', async () => {
    const one = await talking()
    expect(one.phase()).toBe('listening')
    await one.speak()
    expect([one.phase(), one.log]).toEqual(['answering', ['said How are you?']])
    one.talk.follow({ id: null, text: '', isBusy: true, hasTrouble: false })
    one.talk.follow({ id: 'a', text: 'I am well. And', isBusy: true, hasTrouble: false })
    expect([one.phase(), one.spoken]).toEqual(['speaking', ['I am well.']])
    one.talk.follow({ id: 'a', text: 'I am well. And you?', isBusy: false, hasTrouble: false })
    expect(one.spoken).toEqual(['I am well.', 'And you?'])
    one.isHeard()
    expect(one.phase()).toBe('listening')
  })

  it('says nothing twice: the answer before is not the one that is waited for', async () => {
    const one = await talking()
    one.talk.follow({ id: 'old', text: 'An old answer.', isBusy: false, hasTrouble: false })
    await one.speak()
    one.talk.follow({ id: 'old', text: 'An old answer.', isBusy: true, hasTrouble: false })
    expect(one.spoken).toEqual([])
  })

  it('is interrupted by whoever begins to talk, and hears what they said from its first sound on', async () => {
    let bytes = 0
    const one = await talking(async (recording) => {
      bytes = recording.size
      return 'Stop there.'
    })
    await one.speak()
    one.talk.follow({ id: 'a', text: 'A very long story. It begins', isBusy: true, hasTrouble: false })
    one.sound(800, 0.2)
    expect([one.phase(), one.log.slice(1)]).toEqual(['listening', ['silent', 'hush']])
    bytes = 0
    one.sound(DONE_AFTER_MS + 100, 0)
    await settled()
    expect(one.phase()).toBe('answering')
    expect(bytes).toBeGreaterThan(32 * 800)
  })

  it('is interrupted by a press, and a cough leads nowhere', async () => {
    const one = await talking(async () => {
      throw new ApiError(422, { code: 'nothing_said' } as never, null)
    })
    await one.speak()
    expect([one.phase(), one.log]).toEqual(['listening', []])
    const two = await talking()
    await two.speak()
    two.talk.interrupt()
    expect([two.phase(), two.log]).toEqual(['listening', ['said How are you?', 'hush']])
  })

  it('waits to be asked where something went wrong, and opens a lost microphone anew', async () => {
    const one = await talking()
    await one.speak()
    one.talk.follow({ id: null, text: '', isBusy: true, hasTrouble: false })
    one.talk.follow({ id: null, text: '', isBusy: false, hasTrouble: true })
    expect(one.phase()).toBe('held')
    one.talk.listenAgain()
    expect(one.phase()).toBe('listening')
    one.lose()
    expect(one.phase()).toBe('held')
    one.talk.listenAgain()
    await settled()
    expect(one.phase()).toBe('listening')
  })

  it('gives the microphone back, and is silent, once it is ended', async () => {
    const one = await talking()
    one.talk.end()
    one.sound(2000, 0.3)
    expect([one.phase(), one.log]).toEqual(['over', ['closed']])
  })

  it('calls off what was heard and has not gone out yet, once it is ended', async () => {
    const one = await talking()
    await one.speak()
    expect([one.log.at(-1), one.isCalledOff()]).toEqual(['said How are you?', false])
    one.talk.end()
    expect(one.isCalledOff()).toBe(true)
  })
})
