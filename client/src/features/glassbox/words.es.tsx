import { list, number, plural } from '../../language/formats'
import type { GlassWords } from './words'

const COUNTED = 'ninguna una dos tres cuatro cinco seis siete ocho nueve diez once doce'.split(' ')
const many = (count: number) => COUNTED[count] ?? number(count)

export const glassbox: GlassWords = {
  title: '¿Por qué esta respuesta?',
  close: 'Cerrar',
  copyLink: 'Copiar un enlace a esto',
  copied: 'Copiado',
  views: 'Maneras de verlo',
  plain: 'En palabras sencillas',
  engineers: 'Para ingenieros',
  opening: 'Abriendo la explicación',
  refresh: 'Actualizar',
  tryAgain: 'Intentar de nuevo',

  used: (count) =>
    count === 0
      ? 'No usé nada de lo que me habías dicho antes.'
      : count === 1
        ? 'Usé una cosa que me dijiste.'
        : `Usé ${many(count)} cosas que me dijiste.`,
  usedLead: 'Son tus palabras. Si algo está mal, corrígelo; si no le importa a nadie, haz que se olvide.',
  usedNothing: 'Solo lo que se dijo aquí y lo que el modelo sabe del mundo.',
  alsoISaid: 'Y lo que había dicho yo',
  theirAbout: 'Lo que escribiste sobre ti',
  changeAbout: 'Cambiarlo',
  wrong: '¿Está mal?',
  wrongOf: (what) => `¿Está mal? ${what}`,
  forget: 'Olvidar',
  forgetOf: (what) => `Olvidar: ${what}`,
  forgetThis: '¿Olvidar esto?',
  forgetFact: (what) =>
    `«${what}» desaparece en todas sus versiones, con las palabras que no dicen nada más.`,
  forgetWords: (what) =>
    `«${what}» desaparece de la memoria, con todo lo que se aprendió solo de ahí. En el chat se queda.`,
  onBoard: 'Todos los pendientes',
  since: (what) => `Desde entonces: ${what}.`,
  takeBack: (quote) => `Recuerdas que dije: «${quote}». No es así: `,
  why: {
    pinned: 'Lo fijaste.',
    open: 'Sigue abierto.',
    profile: 'Dice cómo vives, trabajas o quieres que te hablen.',
    needed: (kinds) =>
      kinds.length > 0
        ? `Una petición así necesita lo que sé sobre: ${list(kinds)}.`
        : 'Una petición así lo necesita.',
  },
  partGone: 'Había algo más. Desde entonces pediste que se olvidara, así que no puedo decir qué era.',
  isElsewhere:
    'Tu memoria está en otra instalación. Esto es lo que me dijo, tal como llegó; corrígelo y haz que se olvide allí.',
  isForgotten: 'De qué se trataba se ha olvidado, como pediste. Solo queda cuánto tardó y cuánto costó.',
  notLookedUp: 'Ahora mismo no pude buscar las palabras que hay detrás.',

  soughtTitle: 'Qué busqué',
  foundNothing: (query) =>
    query
      ? `Busqué «${query}» en tu memoria y no encontré nada que encajara.`
      : 'Busqué en tu memoria y no encontré nada que encajara.',
  foundSome: (query) => (query ? `Busqué «${query}» en tu memoria.` : 'Busqué en tu memoria.'),
  putAside: (count, reasons) =>
    plural(count, {
      one: `Apareció una cosa que dejé a un lado: ${reasons}.`,
      other: `Aparecieron # cosas que dejé a un lado: ${reasons}.`,
    }),
  noAnswer: 'No pude preguntar a tu memoria. No respondió.',
  notAsked: 'No busqué nada: el mensaje no lo pedía.',

  messageTitle: 'Cómo entendí tu mensaje',
  taken: (intent, posture) => `Como ${intent}, de alguien que quiere ${posture}.`,
  sure: {
    surely: 'De eso estaba seguro.',
    fairly: 'De eso estaba bastante seguro.',
    hardly: 'De eso no estaba seguro.',
  },
  momentum: 'Estabas a punto de hacer algo, así que no te puse nada en el camino.',

  startTitle: 'Con qué empezamos',
  reminded: 'Me recordaron dónde estábamos:',
  lastWords: 'Y nuestras últimas palabras:',
  due: 'Y lo que vence:',

  besidesTitle: 'Qué más tenía delante',
  besides: (things) => `${capital(list(things))}.`,
  earlier: (count) =>
    plural(count, { one: 'el mensaje anterior a este', other: 'los # mensajes anteriores a este' }),
  theSummary: 'lo que se dijo antes en este chat, en breve',
  theClock: 'la fecha y la hora',
  theEnvelope: 'lo que se sabe del incidente',
  thePersona: 'las palabras que dicen cómo hablo',
  theFiles: 'tus archivos',
  notYours:
    'Las palabras que dicen cómo hablo pertenecen a quien administra esta instalación y no puedes leerlas.',

  leftTitle: 'Qué falta',
  leftOut: (things) => `No hubo sitio para: ${list(things)}.`,
  inShort: (things) => `Solo en breve: ${list(things)}.`,
  notInTime: (things) => `No llegó a tiempo: ${list(things)}.`,
  earlierMessages: (count) => plural(count, { one: 'un mensaje anterior', other: '# mensajes anteriores' }),

  answerTitle: 'La respuesta',
  writtenBy: (model, time) => `${model} la escribió en ${time}.`,
  wentOn: 'Continué una respuesta que se había cortado.',
  atOnce: 'No hizo falta ningún modelo y se dio enseguida.',
  lacked: (things) => `Para el informe me faltaba aún: ${list(things)}.`,
  askedFirst: (model, failure) => `Primero pregunté a ${model}: ${failure}.`,
  toolsUsed: (tools) => `Usé ${list(tools)}.`,
  cost: {
    known: (dollars) => `Costó ${dollars}.`,
    chat: (dollars) => `Todo el chat: ${dollars}.`,
    chatAtLeast: (dollars) => `Todo el chat: al menos ${dollars}.`,
    free: 'No costó nada.',
    unknown: 'No se sabe cuánto costó.',
  },

  list: (things) => list(things),
  gap: (minutes) => gapInWords(minutes),
  start: {
    fetches: {
      fetched: 'Se obtuvo el resumen de lo anterior.',
      cached: 'El resumen estaba a mano desde el primer mensaje de la sesión.',
      fallback: 'El resumen no estaba disponible; lo sustituyó el de la última sesión.',
      empty: 'No había nada de antes con que empezar.',
      timed_out: 'El resumen de lo anterior no llegó a tiempo.',
      failed: 'El resumen de lo anterior no se pudo obtener.',
      not_kept: 'El resumen de aquel momento ya no se conserva.',
      not_fed: 'La última sesión aún no se recordaba, así que no se pudo decir nada de ella.',
      not_asked: 'No se pidió ningún resumen.',
    },
    briefIs: (outcome) => `Resumen: ${outcome}.`,
    thatWasFirst: (sentence) => `${sentence} Eso fue con el primer mensaje de la sesión.`,
    depths: {
      same_session: 'Habíais hablado justo antes',
      today: 'Habíais hablado por última vez ese mismo día',
      yesterday: 'Habíais hablado por última vez el día anterior',
      multi_day: 'Habíais hablado por última vez días antes',
    },
    spoken: (depth, gap) => (gap ? `${depth}, hacía ${gap}.` : `${depth}.`),
    spokenAgo: (gap) => `Habíais hablado por última vez hacía ${gap}.`,
    keptInMind: (things) => `Tenido en cuenta: ${list(things)}.`,
    openLoops: (count) => plural(count, { one: '# pendiente', other: '# pendientes' }),
    sections: {
      relationships: 'tus relaciones',
      patterns: 'tus patrones',
      work_context: 'tu trabajo',
      long_term_direction: 'hacia dónde vas a la larga',
      communication_preference: 'cómo quieres que te hablen',
    },
    steering: 'una palabra para el día',
  },
  names: {
    blocks: {
      persona: 'Persona',
      conversation_posture: 'Cómo hablar ahora',
      overlay: 'Lo que tienes abierto',
      bridge: 'Puente desde la última charla',
      handover: 'Relevo de la última sesión',
      ops: 'Lo que vence',
      envelope: 'El incidente hasta ahora',
      commitments: 'Lo que prometiste',
      threads: 'Hilos de conversación',
      frictions: 'Lo que estorba',
      wins: 'Lo que salió bien',
      user_seed: 'Lo que escribiste sobre ti',
      summary_spine: 'La historia hasta ahora',
      current_session: 'Esta sesión hasta ahora',
      latest_session: 'La última sesión',
      session_state: 'Dónde está la sesión',
      foundation_memories: 'Recuerdos fijados',
      relevant_memories: 'Recuerdos que encajan',
      about: 'Lo que se sabe de ti',
      memory: 'Recuerdos',
      conversation_summary: 'El chat hasta ahora, en breve',
      recall_sheet: 'Recordado para este mensaje',
      instructions: 'Instrucciones',
      tools: 'Qué herramientas había',
      history: 'Mensaje anterior',
      real_time: 'Fecha y hora',
      user_message: 'Tu mensaje',
      answer_so_far: 'Lo que ya había dicho',
      system: 'Conocimiento del sistema',
      persona_knowledge: 'Conocimiento de la persona',
      overlay_knowledge: 'Lo que añadiste a la persona',
      user_documents: 'Tus documentos',
      org_documents: 'Documentos de tu organización',
      company: 'Empresa',
      mentions: 'Lo que menciona el mensaje',
      mentioned: 'Lo que se sabe de lo mencionado',
      mentioned_persona: 'Persona invitada',
    },
    postures: {
      COMPANIONSHIP: 'compañía',
      SUPPORT: 'apoyo',
      RELATIONSHIP: 'hablar de otra persona',
      REFLECTION: 'entenderse',
      MOMENTUM: 'dar el siguiente paso',
      PLANNING: 'un plan',
      TASK: 'que se haga algo',
    },
    intents: {
      casual: 'charla',
      question: 'una pregunta',
      recall: 'una pregunta sobre el pasado',
      share: 'algo contado',
      momentum: 'la salida hacia algo',
      output_task: 'un encargo',
    },
    signals: {
      avoidance: 'Esquiva algo.',
      drift: 'Se aleja de lo que trataba la sesión.',
      directRequest: 'Pide algo sin rodeos.',
      namesTrackedPerson: 'Nombra a alguien que se recuerda.',
      asksAboutTone: 'Pregunta por el tono o las palabras.',
      lowSignal: 'Dice demasiado poco para sacar algo de ello.',
    },
    judges: { rules: 'las reglas', meaning: 'la cercanía de sentido', model: 'un modelo' },
    gates: {
      explicit: 'Buscado: el mensaje lo pide',
      ambient: 'Buscado: puede ayudar',
      none: 'No se buscó',
    },
    dropped: {
      low_score: 'encajaba muy poco',
      not_about_it: 'sobre otra cosa',
      another_time: 'de otro tiempo',
      in_history: 'ya en la conversación',
      is_the_question: 'la propia pregunta',
      pinned: 'fijado, y dicho de todos modos',
      not_asked: 'no se preguntó',
      not_needed: 'no hace falta para esto',
      needs_nothing: 'sin importancia para lo preguntado',
    },
    outcomes: {
      fetched: 'estaba',
      cached: 'estaba a mano',
      fallback: 'fue sustituido por otro',
      empty: 'no tenía nada que decir',
      timed_out: 'no respondió a tiempo',
      failed: 'no se pudo preguntar',
      not_kept: 'ya no está',
      not_fed: 'aún no estaba listo',
      not_asked: 'no se preguntó',
    },
    fetched: {
      user_model: 'el perfil',
      daily: 'el análisis del día',
      loops: 'la lista de lo pendiente',
    },
    sources: {
      history: 'Mensajes anteriores',
      session_start: 'Con qué empieza la sesión',
      session: 'De qué trata la sesión',
      startbrief: 'Con qué empieza la sesión',
      user_model: 'Tu perfil',
      daily: 'El análisis del día',
      loops: 'La lista de lo pendiente',
      handover: 'Relevo de la última sesión',
      envelope: 'El incidente hasta ahora',
      legacy: 'Recuerdos en la forma antigua',
      instructions: 'Lo que le pides a la persona',
      mentions: 'Lo que menciona el mensaje',
      standing: 'Lo que escribiste sobre ti y fijaste',
      chat_summary: 'El chat hasta ahora, en breve',
      documents: 'Lo que dicen los documentos',
      recall: 'Lo que se recuerda de esto',
      librarian: 'Lo que se recuerda de esto',
      memory: 'Recuerdos',
      files: 'Archivos del mensaje',
      'demo model': 'Un modelo que pueda seguirlo todo',
      voice: 'La voz',
      tools: 'Las herramientas',
      trace: 'El registro de esta respuesta',
    },
    ways: {
      conversational: 'Respuesta normal',
      actionable: 'Petición de actuar, con herramientas',
      research: 'Investigación',
      answer: 'Respondido enseguida, sin modelo',
    },
    preflights: {
      nothing_to_choose: 'No había nada que elegir.',
      timed_out: 'A quien se preguntó no respondió a tiempo; valieron los ajustes de la persona.',
      failed: 'A quien se preguntó no pudo responder; valieron los ajustes de la persona.',
    },
    failures: {
      unreachable: 'no se pudo alcanzar',
      slow_first_byte: 'no empezó a tiempo',
      stalled: 'se detuvo a medias',
      cut_off: 'se cortó la línea',
      malformed: 'no se pudo leer lo que dijo',
      unauthorized: 'no se aceptó la clave',
      rate_limited: 'tenía demasiado que hacer',
      rejected: 'rechazó la petición',
      server_error: 'tuvo un fallo propio',
      empty: 'no dijo nada',
      not_configured: 'no está configurado',
      spent: 'se agotaron las preguntas de este día',
    },
  },
}

function gapInWords(minutes: number): string {
  if (minutes < 1) return 'menos de un minuto'
  if (minutes < 90) return plural(Math.round(minutes), { one: '# minuto', other: '# minutos' })
  if (minutes < 36 * 60) return plural(Math.round(minutes / 60), { one: '# hora', other: '# horas' })
  return plural(Math.round(minutes / 1440), { one: '# día', other: '# días' })
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}
