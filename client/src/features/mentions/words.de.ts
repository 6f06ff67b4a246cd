import { plural } from '../../language/formats'
import type { MentionWords } from './words'

export const mentions: MentionWords = {
  title: 'Was die Nachricht nennen kann',
  kinds: {
    resource: 'Dinge',
    tool: 'Werkzeuge',
    server: 'Verbundene Server',
    document: 'Dokumente',
    persona: 'Personas',
    person: 'Menschen deiner Organisation',
    chat: 'Chats',
    memory: 'Wovon ich weiß',
  },
  one: {
    doc: 'Dokument',
    document: 'Dokument',
    persona: 'Persona',
    person: 'Mensch',
    chat: 'Chat',
    memory: 'Bekannt',
    server: 'Server',
  },
  count: (count) =>
    count === 0 ? 'Nichts heißt so' : plural(count, { one: '# Ding zu nennen', other: '# Dinge zu nennen' }),
  how: 'Pfeiltasten wählen, Enter setzt es ein, Escape schließt.',
}
