import { defineWords, type TranslationOf } from '../../../language/words'

/** While somebody talks with a companion and touches nothing. */
export const handsFreeWords = defineWords('handsFree', {
  region: (who: string) => `Talking with ${who}`,
  opening: 'Waiting for the microphone. If your browser asks, allow it.',
  listening: 'Listening. Just talk.',
  hearing: 'Making words of it…',
  answering: (who: string) => `${who} is answering…`,
  speaking: (who: string) => `${who} is speaking. Talk to interrupt.`,
  held: 'Not listening just now.',
  done: 'Done',
  interrupt: 'Interrupt',
  listen: 'Listen again',
  end: 'End',
  endLabel: 'End the talk',
})

export type HandsFreeWords = TranslationOf<typeof handsFreeWords>
