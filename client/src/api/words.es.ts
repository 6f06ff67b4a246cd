import { plural } from '../language/formats'
import type { ApiWords } from './words'

/** A la una, a las dos. */
function atOne(time: string): string {
  return /^1\b/.test(time) ? 'a la' : 'a las'
}

export const api: ApiWords = {
  notReached: 'No se puede acceder a Holdfast.',
  notReachedAdvice: 'Comprueba que esté en marcha y que tengas conexión, y vuelve a intentarlo.',
  lineLost: 'Se perdió la conexión mientras se escribía la respuesta.',
  lineLostAdvice: 'Si el servidor funciona, la respuesta continúa allí. Reintenta para volver a ella.',
  brokeHere: 'Algo ha fallado en esta página.',
  brokeHereAdvice: 'Recárgala y vuelve a intentarlo. No se ha perdido nada de lo que escribiste.',
  brokeThere: 'Algo ha fallado en el servidor.',
  brokeThereAdvice: 'No se ha perdido nada de lo que escribiste. Vuelve a intentarlo.',
  refused: 'El servidor lo ha rechazado.',
  sentences: {
    401: 'Tu sesión ha terminado.',
    403: 'Esto es de otra persona.',
    404: 'No se ha encontrado.',
    413: 'Es más grande de lo que Holdfast admite de una vez.',
    422: 'Holdfast no ha podido aceptarlo.',
    429: 'Eso ha ido un poco rápido.',
    503: 'Holdfast no puede hacer esto ahora mismo.',
  },
  advice: {
    401: 'Inicia sesión de nuevo para seguir.',
    403: 'Pregunta a quien le pertenezca o empieza un chat propio.',
    404: 'Puede que se haya eliminado.',
    409: 'Recarga la página para ver cómo está ahora.',
    413: 'Acórtalo o envíalo en varias partes.',
    415: 'Elige una imagen PNG, JPEG, WebP o GIF.',
    422: 'Cámbialo un poco y vuelve a intentarlo.',
    429: 'Espera un momento y vuelve a intentarlo.',
    502: 'Vuelve a intentarlo en un momento.',
    503: 'Vuelve a intentarlo en un momento.',
    504: 'Vuelve a intentarlo en un momento.',
  },
  atTime: (time) => `${atOne(time)} ${time}`,
  onDay: (weekday, time) => `el ${weekday} ${atOne(time)} ${time}`,
  features: {
    chats_per_day: 'Mensajes al día',
    storage_bytes: 'Espacio para archivos',
    voice_minutes_per_month: 'Minutos de voz al mes',
    api_requests_per_minute: 'Peticiones a la API por minuto',
    seats: 'Plazas de una organización',
    memory_characters_per_day: 'Caracteres para la memoria al día',
    background_calls_per_day: 'Llamadas al modelo en segundo plano al día',
  },
  noLimit: 'sin límite',
  bytes: (count) => plural(count, { one: '# byte', other: '# bytes' }),
  limit: (feature, amount) => `${feature}: ${amount}`,
  limitsTo: (limits) => `a «${limits}»`,
  limitsOfPlan: 'a los del plan',
}
