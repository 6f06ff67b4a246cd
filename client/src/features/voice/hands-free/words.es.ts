import type { HandsFreeWords } from './words'

export const handsFree: HandsFreeWords = {
  region: (who) => `Conversación con ${who}`,
  opening: 'Esperando el micrófono. Si tu navegador pregunta, permítelo.',
  listening: 'Te escucho. Habla sin más.',
  hearing: 'Pasándolo a palabras…',
  answering: (who) => `${who} está respondiendo…`,
  speaking: (who) => `${who} está hablando. Habla para interrumpir.`,
  held: 'Ahora mismo nadie escucha.',
  done: 'Listo',
  interrupt: 'Interrumpir',
  listen: 'Volver a escuchar',
  end: 'Terminar',
  endLabel: 'Terminar la conversación',
}
