import { describe, expect, it } from 'vitest'
import { Speaker } from './speaker'
import type { SpokenVoice } from './voices'

interface Heard {
  voice: SpokenVoice
  said: string[]
  fetched: string[]
  /** What is heard now comes to its end. */
  end: () => Promise<void>
  log: string[]
}

const settled = () => new Promise((resolve) => setTimeout(resolve))

function mouth(fails: (piece: string) => boolean = () => false): Heard {
  let over = () => {}
  const heard: Heard = {
    said: [],
    fetched: [],
    log: [],
    voice: {
      prepare: async (piece) => {
        heard.fetched.push(piece)
        if (fails(piece)) throw new Error('away')
        return {
          play: () => {
            heard.said.push(piece)
            return new Promise((resolve) => (over = resolve))
          },
          pause: () => heard.log.push('pause'),
          resume: () => heard.log.push('resume'),
          stop: () => [heard.log.push('stop'), over()],
        }
      },
    },
    end: async () => {
      over()
      await settled()
    },
  }
  return heard
}

function speaking(...mouths: (Heard | null)[]) {
  const failures: unknown[] = []
  const speaker = new Speaker({
    voices: mouths.map((one) => async () => one?.voice ?? null),
    onChange: () => {},
    onFailure: (error) => failures.push(error),
  })
  return { speaker, failures, run: speaker.run() }
}

describe('what is read aloud', () => {
  it('is heard in order, and one piece ahead is fetched', async () => {
    const one = mouth()
    const { speaker, run } = speaking(one)
    speaker.add('a', 'b', 'c', 'd')
    speaker.end()
    await settled()
    expect([one.said, one.fetched]).toEqual([['a'], ['a', 'b']])
    await one.end()
    expect([one.said, one.fetched]).toEqual([
      ['a', 'b'],
      ['a', 'b', 'c'],
    ])
    await one.end()
    await one.end()
    await one.end()
    await run
    expect([one.said.join(''), one.fetched.join(''), speaker.phase]).toEqual(['abcd', 'abcd', 'over'])
  })

  it('waits for what is still being written', async () => {
    const one = mouth()
    const { speaker, run } = speaking(one)
    await settled()
    expect(speaker.phase).toBe('waiting')
    speaker.add('a')
    await settled()
    await one.end()
    expect([one.said, speaker.phase]).toEqual([['a'], 'waiting'])
    speaker.add('b')
    speaker.end()
    await settled()
    await one.end()
    await run
    expect(one.said).toEqual(['a', 'b'])
  })

  it('stops at once, and fetches nothing more', async () => {
    const one = mouth()
    const { speaker, run } = speaking(one)
    speaker.add('a', 'b', 'c')
    await settled()
    speaker.stop()
    await run
    speaker.add('d')
    await settled()
    expect([one.said, one.fetched, one.log, speaker.phase]).toEqual([['a'], ['a', 'b'], ['stop'], 'over'])
  })

  it('is paused in the middle of a piece and between two, and goes on there', async () => {
    const one = mouth()
    const { speaker } = speaking(one)
    speaker.add('a', 'b')
    speaker.end()
    await settled()
    speaker.pause()
    expect([one.log, speaker.phase]).toEqual([['pause'], 'paused'])
    await one.end()
    expect(one.said).toEqual(['a'])
    speaker.resume()
    await settled()
    expect([one.said, speaker.phase]).toEqual([['a', 'b'], 'speaking'])
  })

  it('goes on in the next voice where one fails, with the very piece that was not said', async () => {
    const house = mouth((piece) => piece === 'b')
    const browser = mouth()
    const { speaker, failures } = speaking(house, browser)
    speaker.add('a', 'b', 'c')
    speaker.end()
    await settled()
    await house.end()
    expect([house.said, browser.said]).toEqual([['a'], ['b']])
    await browser.end()
    expect([browser.said, failures]).toEqual([['b', 'c'], []])
  })

  it('says that there is no voice where no one has any', async () => {
    const { speaker, failures, run } = speaking(
      mouth(() => true),
      null,
    )
    speaker.add('a')
    await run
    expect(failures).toHaveLength(1)
    expect(String(failures[0])).toContain('NoVoiceError')
    expect(speaker.phase).toBe('over')
  })

  it('fetches the next piece anew when it is to be said otherwise', async () => {
    const one = mouth()
    const { speaker } = speaking(one)
    speaker.add('a', 'b')
    await settled()
    speaker.refetch()
    await settled()
    expect(one.fetched).toEqual(['a', 'b', 'b'])
  })
})
