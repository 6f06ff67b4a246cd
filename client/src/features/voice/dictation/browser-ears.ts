/** The browser's own ears, for an installation that has none. Some browsers send the sound to their maker: they are asked for. */

interface Recogniser {
  lang: string
  continuous: boolean
  interimResults: boolean
  onresult: ((event: { results: ArrayLike<ArrayLike<{ transcript: string }>> }) => void) | null
  onerror: ((event: { error: string }) => void) | null
  onend: (() => void) | null
  start: () => void
  stop: () => void
  abort: () => void
}

type Ears = new () => Recogniser

export function browserEars(): Ears | null {
  const page = window as { SpeechRecognition?: Ears; webkitSpeechRecognition?: Ears }
  return page.SpeechRecognition ?? page.webkitSpeechRecognition ?? null
}

export interface Hearkening {
  /** What was said until it was ended; empty where nobody said anything. */
  words: Promise<string>
  /** It is whole. */
  end: () => void
  /** Nothing of it is wanted. */
  giveUp: () => void
}

export function hearken(ears: Ears, language: string): Hearkening {
  const recogniser = new ears()
  recogniser.lang = language
  recogniser.continuous = true
  recogniser.interimResults = false
  let said = ''
  const words = new Promise<string>((resolve, reject) => {
    recogniser.onresult = ({ results }) => {
      said = Array.from(results, (one) => one[0]?.transcript.trim() ?? '').join(' ')
    }
    recogniser.onerror = ({ error }) =>
      error !== 'no-speech' && error !== 'aborted' && reject(new Error(error))
    recogniser.onend = () => resolve(said)
  })
  recogniser.start()
  return { words, end: () => recogniser.stop(), giveUp: () => recogniser.abort() }
}
