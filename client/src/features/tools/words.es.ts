import type { ToolWords } from './words'

export const tools: ToolWords = {
  states: {
    'input-streaming': 'se prepara',
    'input-available': 'trabajando',
    'approval-requested': 'te espera',
    'approval-responded': 'decidido',
    'output-available': 'hecho',
    'output-error': 'falló',
    'output-denied': 'no permitido',
  },
  given: 'Recibió',
  answered: 'Respondió',
  failed: 'Error',
  seconds: (seconds) => `${seconds} s`,
  approval: {
    title: (name) => `¿Permitir «${name}»?`,
    arguments: 'Lo que recibe (JSON)',
    edit: 'Cambiar lo que recibe',
    noObject: 'Esto no es un objeto JSON.',
    allow: 'Permitir',
    deny: 'Rechazar…',
    denyNow: 'Rechazar',
    back: 'Atrás',
    reason: '¿Por qué no? El asistente lo sabrá. (opcional)',
    lasts: 'Cuánto dura esto',
    once: 'Solo esta vez',
    inChat: 'Siempre en este chat',
    always: 'Siempre y en todas partes',
    over: 'Esto ya no se puede decidir.',
    others: 'Anotado. La respuesta sigue cuando se decidan las otras llamadas.',
  },
}
