/** Who can speak a piece of text: the installation's own voice, or the browser's where there is none. */
import { voice } from '../../../api/endpoints'
import { openOutput } from './output'

/** A piece that can be heard at once. */
export interface Ready {
  /** Done when it was heard to its end, or stopped. */
  play: () => Promise<void>
  pause: () => void
  resume: () => void
  stop: () => void
}

export interface SpokenVoice {
  prepare: (piece: string, signal: AbortSignal) => Promise<Ready>
}

export interface HowSpoken {
  language: string
  personaId: string | null
  speed: () => number
}

export function houseVoice({ language, personaId, speed }: HowSpoken): SpokenVoice {
  return {
    async prepare(piece, signal) {
      const said = { text: piece, language, speed: speed(), ...(personaId ? { personaId } : {}) }
      const context = openOutput()
      const sound = await context.decodeAudioData(await voice.speak(said, signal))
      return playable(context, sound)
    },
  }
}

function playable(context: AudioContext, sound: AudioBuffer): Ready {
  const source = context.createBufferSource()
  source.buffer = sound
  source.connect(context.destination)
  let isStarted = false
  return {
    play: () =>
      new Promise((resolve) => {
        source.onended = () => resolve()
        isStarted = true
        source.start()
      }),
    // The whole output stands still: nothing else is heard meanwhile, and it goes on in the middle of a word.
    pause: () => void context.suspend(),
    resume: () => void context.resume(),
    stop: () => {
      if (isStarted) source.stop()
      source.disconnect()
      if (context.state === 'suspended') void context.resume()
    },
  }
}

/** Null where it has none. Some browsers tell of their voices only after a while. */
export async function browserVoice({ language, speed }: HowSpoken): Promise<SpokenVoice | null> {
  const mouth = window.speechSynthesis
  if (!mouth) return null
  const voices = await voicesOf(mouth)
  if (voices.length === 0) return null
  const chosen = choose(voices, language)
  return {
    async prepare(piece) {
      const utterance = new SpeechSynthesisUtterance(piece)
      utterance.lang = chosen?.lang ?? language
      if (chosen) utterance.voice = chosen
      utterance.rate = speed()
      return {
        play: () =>
          new Promise((resolve, reject) => {
            utterance.onend = () => resolve()
            utterance.onerror = ({ error }) =>
              error === 'interrupted' || error === 'canceled' ? resolve() : reject(new Error(error))
            mouth.speak(utterance)
          }),
        pause: () => mouth.pause(),
        resume: () => mouth.resume(),
        stop: () => {
          mouth.resume()
          mouth.cancel()
        },
      }
    },
  }
}

export function hasBrowserVoice(): boolean {
  return typeof window.speechSynthesis?.speak === 'function'
}

const VOICES_MS = 1500

function voicesOf(mouth: SpeechSynthesis): Promise<SpeechSynthesisVoice[]> {
  const known = mouth.getVoices()
  if (known.length > 0) return Promise.resolve(known)
  return new Promise((resolve) => {
    const done = () => resolve(mouth.getVoices())
    mouth.addEventListener('voiceschanged', done, { once: true })
    setTimeout(done, VOICES_MS)
  })
}

/** One that knows the language, on this very machine rather than elsewhere. */
function choose(voices: SpeechSynthesisVoice[], language: string): SpeechSynthesisVoice | null {
  const fitting = voices.filter((one) => one.lang.toLowerCase().startsWith(language.toLowerCase()))
  return (
    fitting.find((one) => one.localService && one.default) ??
    fitting.find((one) => one.localService) ??
    fitting[0] ??
    null
  )
}
