import { plural } from '../../../language/formats'
import { defineWords, type TranslationOf } from '../../../language/words'

/** What the memory says beside a conversation, and of what goes with a chat. */
export const inChatWords = defineWords('inChat', {
  temporary: 'Temporary chat. Nothing here is remembered, and nothing I know about you is used.',
  paused: 'Memory is paused. What you say here now is not remembered.',
  resume: 'Resume',
  remembered: 'Remembered:',
  andMore: (count: number) => plural(count, { one: 'and # more', other: 'and # more' }),
  notRemembered: 'Not remembered.',
  receipt: 'Receipt',
  learned: {
    facts: (count: number) => plural(count, { one: '# fact', other: '# facts' }),
    loops: (count: number) => plural(count, { one: '# open loop', other: '# open loops' }),
    turns: (count: number) => plural(count, { one: '# message in memory', other: '# messages in memory' }),
  },
})

export type InChatWords = TranslationOf<typeof inChatWords>
