import type { NoticeWords } from './words'

export const notices: NoticeWords = {
  title: 'Aviso cuando termine una respuesta larga',
  states: {
    on: 'Tu sistema te avisa si estás en otra cosa. Dice quién ha respondido, nunca qué.',
    off: 'Tu sistema te avisa si estás en otra cosa. El navegador te preguntará una vez.',
    refused:
      'Tu navegador tiene orden de no mostrar ninguno de aquí. Puedes cambiarlo en sus ajustes de este sitio.',
    impossible: 'Este navegador no muestra ninguno en esta dirección; por HTTPS quizá sí.',
  },
  install: 'Instalar Holdfast',
  installNow: 'Instalar',
  installLead: 'Con ventana e icono propios. También se abre sin conexión.',
  installHow:
    'En el menú del navegador: «Instalar» o «Añadir a la pantalla de inicio», por HTTPS o en esta máquina.',
  installed: 'Está instalado: es este.',
  answered: (who) => `${who} ha respondido.`,
  offer: '¿Respuesta larga? Puedo avisarte cuando termine una mientras estás en otra cosa.',
  yes: 'Sí, por favor',
}
