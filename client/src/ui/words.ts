import { plural } from '../language/formats'
import { defineWords, type TranslationOf } from '../language/words'

export const uiWords = defineWords('ui', {
  cancel: 'Cancel',
  close: 'Close',
  copy: 'Copy',
  copied: 'Copied',
  tryAgain: 'Try again',
  offline: 'You are offline.',
  offlineLead: 'Your chats are on the server. This page goes on once there is a connection.',
  undo: 'Undo',
  showMore: 'Show more',
  loading: 'Loading…',
  show: 'Show',
  hide: 'Hide',
  fields: {
    empty: 'Please fill this in.',
    email: 'That doesn’t look like an email address.',
    tooShort: (atLeast: number) =>
      plural(atLeast, {
        one: 'Too short: at least # character, please.',
        other: 'Too short: at least # characters, please.',
      }),
  },
  broken: {
    title: 'This page has come loose',
    lead: 'Nothing you said is lost. Reload to go on. If it happens again, whoever runs this Holdfast can help.',
    reload: 'Reload',
  },
  retryNow: 'You can try again now.',
  retryIn: (wait: string) => `You can try again ${wait}.`,
  shortcuts: {
    title: 'Keyboard shortcuts',
    show: 'Show these shortcuts',
    send: 'Send',
    newLine: 'New line',
    escape: 'Close what is open, or stop the answer',
  },
  /** As they are printed on the keyboards of the language. */
  keys: { Control: 'Ctrl', Escape: 'Esc', Shift: 'Shift', Enter: 'Enter', ArrowUp: '↑' },
  theme: {
    system: 'Change the theme (system)',
    light: 'Change the theme (light)',
    dark: 'Change the theme (dark)',
  },
})

export type UiWords = TranslationOf<typeof uiWords>
