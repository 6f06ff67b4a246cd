import { plural } from '../../../language/formats'
import type { InChatWords } from './words'

export const inChat: InChatWords = {
  temporary: 'Chat temporal. Nada de lo que digas aquí se recuerda, y no se usa nada de lo que sé de ti.',
  paused: 'La memoria está en pausa. Lo que digas aquí ahora no se recuerda.',
  resume: 'Reanudar',
  remembered: 'Recordado:',
  andMore: (count) => plural(count, { one: 'y # más', other: 'y # más' }),
  notRemembered: 'No se ha recordado.',
  receipt: 'Recibo',
  learned: {
    facts: (count) => plural(count, { one: '# dato', other: '# datos' }),
    loops: (count) => plural(count, { one: '# pendiente', other: '# pendientes' }),
    turns: (count) => plural(count, { one: '# mensaje en la memoria', other: '# mensajes en la memoria' }),
  },
}
