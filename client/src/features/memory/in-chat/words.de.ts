import { plural } from '../../../language/formats'
import type { InChatWords } from './words'

export const inChat: InChatWords = {
  temporary:
    'Temporärer Chat. Nichts davon bleibt im Gedächtnis, und was ich über dich weiß, wird nicht verwendet.',
  paused: 'Das Gedächtnis pausiert. Was du hier jetzt sagst, merke ich mir nicht.',
  resume: 'Fortsetzen',
  remembered: 'Gemerkt:',
  andMore: (count) => plural(count, { one: 'und # weiteres', other: 'und # weitere' }),
  notRemembered: 'Nicht gemerkt.',
  receipt: 'Beleg',
  learned: {
    facts: (count) => plural(count, { one: '# Fakt', other: '# Fakten' }),
    loops: (count) => plural(count, { one: '# offene Sache', other: '# offene Sachen' }),
    turns: (count) =>
      plural(count, { one: '# Nachricht im Gedächtnis', other: '# Nachrichten im Gedächtnis' }),
  },
}
