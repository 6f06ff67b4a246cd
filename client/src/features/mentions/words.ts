import { plural } from '../../language/formats'
import { defineWords, type TranslationOf } from '../../language/words'

export const mentionWords = defineWords('mentions', {
  title: 'What the message can name',
  kinds: {
    document: 'Documents',
    persona: 'Personas',
  },
  one: {
    doc: 'Document',
    document: 'Document',
    persona: 'Persona',
  },
  count: (count: number) =>
    count === 0
      ? 'Nothing is called so'
      : plural(count, { one: '# thing to name', other: '# things to name' }),
  how: 'Arrow keys choose, Enter puts it in, Escape closes.',
})

export type MentionWords = TranslationOf<typeof mentionWords>
