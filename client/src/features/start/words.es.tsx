import type { HomeWords } from './words'

export const home: HomeWords = {
  night: 'Buenas noches',
  morning: 'Buenos días',
  afternoon: 'Buenas tardes',
  evening: 'Buenas noches',
  greet: (greeting, name) => (name ? `${greeting}, ${name}.` : `${greeting}.`),
  lead: 'Empieza por donde quieras. Lo que dices se guarda, y de cada respuesta puedes ver por qué se dio.',
  due: 'Vence',
  all: 'Todos los pendientes',
  before: 'Donde estábamos',
  goOn: 'Seguir',
  with: (name) => `Tu chat con ${name}`,
  next: 'Podrías seguir con',
  ask: {
    commitment: (text) => `Ayúdame a hacer esto: ${text}`,
    thread: (text) => `¿Cómo voy con esto y qué sigue?: ${text}`,
    friction: (text) => `¿Qué podría probar contra esto?: ${text}`,
  },
  tryOne: 'Tres cosas para probar',
  tries: {
    remember: {
      title: 'Cuéntale algo que recordar',
      text: 'Vivo en Lisboa, soy vegetariana y mi hermana Ana viene la semana que viene.',
    },
    promise: {
      title: 'Promete algo con fecha',
      text: 'Tengo que llamar al dentista antes del viernes.',
    },
    ask: {
      title: 'Pregunta y mira por qué',
      text: '¿Qué sería un buen fin de semana con mi hermana?',
    },
  },
  who: 'Quién responde',
}
