import { list, number, plural } from '../../../language/formats'
import type { EngineerWords } from './words'

const blocks = (count: number) => plural(count, { one: '# bloque', other: '# bloques' })

export const engineers: EngineerWords = {
  figures: { read: 'tokens leídos', took: 'Duración', cost: 'Coste', free: 'nada' },
  answeredBy: (model) => <>Respondido por {model}</>,
  isForgotten: 'De qué trataba este turno se olvidó, como pediste.',
  noPrompt: 'No se escribió ningún prompt: la respuesta se dio sin preguntar a un modelo.',
  by: (judge) => `según ${judge}`,
  sure: (percent) => `${number(percent)} % de certeza`,

  missing: {
    label: 'Lo que no se pudo preguntar',
    title: 'Algunas fuentes no respondieron a tiempo.',
  },
  models: {
    label: 'Modelos preguntados',
    one: 'El modelo',
    several: 'Modelos preguntados, por orden',
    outcomes: { answered: 'Respondió', failed: 'Falló', cancelled: 'Cancelado' },
    firstWord: (time) => `primera palabra tras ${time}`,
    tokens: (input, output) => `${input} de entrada, ${output} de salida`,
  },
  tools: {
    title: 'Herramientas usadas',
    outcomes: {
      answered: 'respondió',
      failed: 'falló',
      unknown: 'desconocida',
      bad_arguments: 'mal llamada',
      timed_out: 'tardó demasiado',
      stopped: 'detenida',
      waits: 'espera tu palabra',
      denied: 'no permitida',
      changed: 'ha cambiado desde entonces',
    },
    server: (origin) => `de ${origin}`,
    arguments: (hash) => `argumentos ${hash}`,
    cut: 'recortada',
  },
  time: { title: 'En qué se fue el tiempo', inAll: (time) => `${time} en total` },

  blocks: {
    title: 'Lo que se le dijo al modelo',
    status: { kept: 'entero', compressed: 'acortado', dropped: 'omitido' },
    size: (name, tokens) => `${name}: ${tokens} tokens`,
    noText: 'Su texto no se puede mostrar: se borró desde entonces, o no puedes leerlo.',
    copy: 'Copiar este bloque',
    hash: (start) => `sha256 ${start}…`,
    forgotten: (names) => `Retirado desde entonces, porque algo en él se olvidó: ${names}.`,
  },

  retrievals: {
    title: 'Lo que se buscó',
    sources: { librarian: 'Bibliotecario', memory: 'Memoria' },
    found: (count) => plural(count, { one: '# encontrado', other: '# encontrados' }),
    about: 'Sobre',
    unasked: 'Dicho sin preguntar, sobre',
    noAnswer: (reason) => `La memoria no respondió: ${reason}.`,
    fact: 'Hecho',
    said: 'Dicho',
    open: 'Abierto',
    passage: 'Pasaje',
    always: 'Se buscó, como hace esta persona con cada mensaje.',
    lookedUp: 'Se buscó',
    decision: (said, cue, by) => `${said}${cue ? ` (${cue})` : ''}${by ? `; ${by}` : ''}.`,
    putAside: (count, reasons) =>
      `${plural(count, { one: '# apartado', other: '# apartados' })}${reasons.length > 0 ? `: ${list(reasons)}` : ''}.`,
  },

  reading: {
    title: 'Cómo se entendió el mensaje',
    taken: (intent, posture) => (
      <>
        Entendido como {intent}, de alguien que quiere {posture}.
      </>
    ),
    judged: (judge, sure) => `Según ${judge}, ${sure}.`,
    momentum: 'Impulso protegido: no se dice ni se pregunta nada que detenga a quien va en camino.',
    others: 'Qué otra cosa podría haber sido',
  },

  start: {
    title: 'Con qué empezó la sesión',
    nth: (turn) => `Fue el mensaje ${number(turn)} de la sesión.`,
    bridge: 'Se dijo el puente: volviste pronto.',
    handover: (why) => `Se dijo el relevo: ${why}.`,
    handoverWhy: {
      close: 'el mensaje se le acercaba, lo que cuenta una vez por sesión',
      first: 'era el primer mensaje de la sesión',
      longAgo: 'la última charla fue hace mucho',
      littleSaid: 'el primer mensaje había dicho poco',
    },
    due: 'Se dijo lo que vence.',
    dueFrom: {
      startbrief: 'Se dijo lo que vence, según el resumen.',
      loops: 'Se dijo lo que vence, según lo pendiente.',
    },
    nothing: 'Con este mensaje no se dijo ni puente, ni relevo, ni lo que vence.',
    there: (names) => `${capital(list(names))} ${names.length > 1 ? 'estaban' : 'estaba'}.`,
    outcome: (name, outcome) => `${capital(name)} ${outcome}.`,
  },

  route: {
    title: 'Qué camino tomó',
    because: (way, reason) => (
      <>
        {way}: {reason}.
      </>
    ),
    nothingSpecial: (way) => <>{way}. Sin trato especial.</>,
    alone: (way) => <>{way}.</>,
    complete: 'Se conocían todos los datos que necesita el informe CAN.',
    lacked: (names) => `Al informe le faltaba aún: ${list(names)}.`,
    rules: 'Reglas',
    actions: 'Acciones',
    defaults: 'Según los ajustes de prompt predeterminados.',
    version: (version) => `Según la versión ${version} de los ajustes de prompt.`,
  },
  preflight: {
    title: 'Antes de la respuesta',
    refused: (names) => `No se tomó, porque no tenía sentido: ${list(names)}.`,
    unknown: (names) => `A la persona le gustaría ${list(names)}, que aquí no está conectado.`,
    model: (name) => `el modelo ${name}`,
    tokens: (count) => `como mucho ${count} tokens`,
    tool: (name) => `primero la herramienta ${name}`,
    chosen: (names) => `Elegido: ${list(names)}.`,
    nothing: 'No se eligió nada; valieron los ajustes de la persona.',
  },

  replay: {
    title: 'Repetir este turno',
    which: 'Qué memoria',
    withMemoryOfThen: 'Con lo que se recordaba entonces',
    withMemoryOfNow: 'Con lo que se recuerda ahora',
    promptsOnly: 'Comparar solo los prompts, sin preguntar a ningún modelo',
    nothingStored: 'De esto no se guarda nada: ni mensaje, ni recuerdo, ni cuenta. No se usan herramientas.',
    cancel: 'Cancelar',
    cancelled: 'Cancelado. Puede que el servidor lo termine por su cuenta; no se guarda nada.',
    askingModel: 'Reuniendo, y luego preguntando al modelo …',
    collecting: 'Reuniendo lo que se diría …',
    seconds: (count) => `${number(count)} s`,
    same: (count) => `El prompt es el mismo: ${blocks(count)}.`,
    changes: {
      added: (count) => plural(count, { one: 'llegó # bloque', other: 'llegaron # bloques' }),
      removed: (count) => plural(count, { one: 'se fue # bloque', other: 'se fueron # bloques' }),
      changed: (count) => plural(count, { one: 'cambió # bloque', other: 'cambiaron # bloques' }),
      same: (count) => plural(count, { one: '# bloque quedó igual', other: '# bloques quedaron igual' }),
    },
    says: { added: 'llegó', removed: 'se fue', changed: 'cambió', same: 'igual' },
    theSame: (names) => `Igual: ${names.join(', ')}.`,
    onlyPrompts: 'Solo se compararon los prompts; no se preguntó a ningún modelo.',
    sideThen: 'Entonces',
    sideAgain: 'De nuevo',
    noText: 'Su texto ya no está, o no puedes leerlo.',
    answerThen: 'La respuesta de entonces',
    answerGone: 'La respuesta ya no está.',
    answerBy: (model) => `De nuevo, por ${model}`,
    noAnswer: 'No llegó ninguna respuesta.',
    wordForWord: 'Palabra por palabra la misma.',
  },
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}
