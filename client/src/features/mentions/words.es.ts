import { plural } from '../../language/formats'
import type { MentionWords } from './words'

export const mentions: MentionWords = {
  title: 'Lo que el mensaje puede nombrar',
  kinds: {
    document: 'Documentos',
    persona: 'Personas',
  },
  one: {
    doc: 'Documento',
    document: 'Documento',
    persona: 'Persona',
  },
  count: (count) =>
    count === 0
      ? 'Nada se llama así'
      : plural(count, { one: '# cosa que nombrar', other: '# cosas que nombrar' }),
  how: 'Las flechas eligen, Intro lo pone, Escape cierra.',
}
