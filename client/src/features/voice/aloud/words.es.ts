import type { AloudWords } from './words'

export const aloud: AloudWords = {
  read: 'Leer en voz alta',
  pause: 'Pausar la lectura',
  goOn: 'Seguir leyendo',
  stop: 'Dejar de leer',
  speed: (times) => `Velocidad: ${times}×`,
  noVoice: 'Ni esta instalación ni tu navegador tienen voz.',
  failed: 'Ahora no se ha podido leer. Inténtalo de nuevo en un momento.',
  stand: { code: 'Código.', formula: 'Una fórmula.' },
}
