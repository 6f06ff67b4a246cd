import { defineWords, type TranslationOf } from '../../../language/words'

/** While somebody talks instead of writing. */
export const dictationWords = defineWords('dictation', {
  region: 'Recording',
  opening: 'Waiting for the microphone. If your browser asks, allow it.',
  recording: 'Recording.',
  howToEnd: 'Press Enter when you are done, Escape to discard it.',
  letGo: 'Let go when you are done',
  done: 'Done',
  discard: 'Discard the recording',
  hearing: 'Making words of it…',
  failed: 'That did not work.',
  kept: 'What you said is kept here.',
  waiting: 'Something you said has not been heard yet.',
  again: 'Try again',
  hear: 'Hear it now',
  throwAway: 'Discard',
  close: 'Close',
  silent: 'No sound is coming in. Is the right microphone chosen, and is it switched on?',
  onlyHears: (language: string) => `This installation hears ${language} only.`,
  full: (minutes: string) =>
    `A recording may last ${minutes} minutes. It was ended there, and is being heard.`,
  nothing: 'I heard nothing. Check the microphone, and say it again.',
  unheard: 'It could not be heard just now.',
  unreached: 'Holdfast cannot be reached.',
  deaf: 'This installation hears nothing. Whoever runs it can run “holdfast models fetch”, or name a transcriber.',
  browserListens: 'Your browser is listening.',
  useBrowser: 'Use the browser’s ears',
  browserNote: 'Your browser can listen instead. Its maker may receive what you say.',
  wrongLanguage: 'This installation does not hear the language you speak. Choose another under Settings.',
  tooLong: 'It is longer than this installation takes. Say it in pieces.',
  faults: {
    insecure:
      'Browsers give a microphone to https pages only, and to those of this very machine. Open Holdfast by https.',
    unsupported: 'This browser cannot record. A newer one can.',
    refused: 'This page may not use the microphone. Allow it beside the address of the page, and try again.',
    none: 'No microphone was found. Plug one in, and try again.',
    taken: 'The microphone cannot be used just now. Another program may hold it.',
  },
})

export type DictationWords = TranslationOf<typeof dictationWords>
