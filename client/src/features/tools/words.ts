import { defineWords, type TranslationOf } from '../../language/words'

export const toolWords = defineWords('tools', {
  states: {
    'input-streaming': 'preparing',
    'input-available': 'working',
    'approval-requested': 'waits for you',
    'approval-responded': 'decided',
    'output-available': 'done',
    'output-error': 'failed',
    'output-denied': 'not allowed',
  },
  given: 'Given',
  answered: 'Answered',
  failed: 'Failed',
  seconds: (seconds: string) => `${seconds} s`,
  question: {
    title: (name: string) => `“${name}” asks you`,
    note: 'These words are the tool’s own. Enter no password here.',
    send: 'Send',
    decline: 'Decline',
    none: 'Choose…',
    yes: 'Yes',
    no: 'No',
  },
  approval: {
    title: (name: string) => `Allow “${name}”?`,
    arguments: 'What it is given (JSON)',
    edit: 'Change what it is given',
    noObject: 'This is not an object of JSON.',
    allow: 'Allow',
    deny: 'Deny…',
    denyNow: 'Deny',
    back: 'Back',
    reason: 'Why not? The assistant is told. (optional)',
    lasts: 'How long this holds',
    once: 'Just this once',
    inChat: 'Always in this chat',
    always: 'Always, everywhere',
    over: 'This can no longer be decided.',
    others: 'Noted. The answer goes on when the other calls are decided.',
  },
})

export type ToolWords = TranslationOf<typeof toolWords>
