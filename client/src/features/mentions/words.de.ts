import { plural } from '../../language/formats'
import type { MentionWords } from './words'

export const mentions: MentionWords = {
  title: 'Was die Nachricht nennen kann',
  kinds: {
    document: 'Dokumente',
    persona: 'Personas',
  },
  one: {
    doc: 'Dokument',
    document: 'Dokument',
    persona: 'Persona',
  },
  count: (count) =>
    count === 0 ? 'Nichts heißt so' : plural(count, { one: '# Ding zu nennen', other: '# Dinge zu nennen' }),
  how: 'Pfeiltasten wählen, Enter setzt es ein, Escape schließt.',
}
