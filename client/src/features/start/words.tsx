import { defineWords, type TranslationOf } from '../../language/words'

export const homeWords = defineWords('home', {
  night: 'Good night',
  morning: 'Good morning',
  afternoon: 'Good afternoon',
  evening: 'Good evening',
  greet: (greeting: string, name: string | null) => (name ? `${greeting}, ${name}.` : `${greeting}.`),
  lead: 'Start anywhere. What you say is kept, and every answer can be opened to see why it was given.',
  due: 'Due',
  all: 'All loops',
  before: 'Where we were',
  goOn: 'Go on',
  with: (name: string) => `Your chat with ${name}`,
  next: 'You could go on with',
  ask: {
    commitment: (text: string) => `Help me get this done: ${text}`,
    thread: (text: string) => `Where do I stand with this, and what comes next: ${text}`,
    friction: (text: string) => `What could I try against this: ${text}`,
  },
  tryOne: 'Three things to try',
  tries: {
    remember: {
      title: 'Tell it something to remember',
      text: 'I live in Lisbon, I’m vegetarian, and my sister Ana visits next week.',
    },
    promise: {
      title: 'Promise something with a day',
      text: 'I need to call the dentist by Friday.',
    },
    ask: {
      title: 'Ask, then open why',
      text: 'What would be a good weekend with my sister?',
    },
  },
  who: 'Who answers',
})

export type HomeWords = TranslationOf<typeof homeWords>
