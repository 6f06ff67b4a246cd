import { plural } from '../../language/formats'
import type { MentionWords } from './words'

export const mentions: MentionWords = {
  title: 'Lo que el mensaje puede nombrar',
  kinds: {
    resource: 'Cosas',
    tool: 'Herramientas',
    server: 'Servidores conectados',
    document: 'Documentos',
    persona: 'Personas',
    person: 'Personas de tu organización',
    chat: 'Chats',
    memory: 'De lo que sé',
  },
  one: {
    doc: 'Documento',
    document: 'Documento',
    persona: 'Persona',
    person: 'Alguien',
    chat: 'Chat',
    memory: 'Conocido',
    server: 'Servidor',
  },
  count: (count) =>
    count === 0
      ? 'Nada se llama así'
      : plural(count, { one: '# cosa que nombrar', other: '# cosas que nombrar' }),
  how: 'Las flechas eligen, Intro lo pone, Escape cierra.',
}
