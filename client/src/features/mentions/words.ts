import { plural } from '../../language/formats'
import { defineWords, type TranslationOf } from '../../language/words'

export const mentionWords = defineWords('mentions', {
  title: 'What the message can name',
  kinds: {
    resource: 'Things',
    tool: 'Tools',
    server: 'Connected servers',
    document: 'Documents',
    persona: 'Personas',
    person: 'People of your organization',
    chat: 'Chats',
    memory: 'What I know of',
  },
  one: {
    doc: 'Document',
    document: 'Document',
    persona: 'Persona',
    person: 'Person',
    chat: 'Chat',
    memory: 'Known',
    server: 'Server',
  },
  count: (count: number) =>
    count === 0
      ? 'Nothing is called so'
      : plural(count, { one: '# thing to name', other: '# things to name' }),
  how: 'Arrow keys choose, Enter puts it in, Escape closes.',
})

export type MentionWords = TranslationOf<typeof mentionWords>
