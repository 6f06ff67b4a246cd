import type { ToolWords } from './words'

export const tools: ToolWords = {
  states: {
    'input-streaming': 'wird vorbereitet',
    'input-available': 'arbeitet',
    'approval-requested': 'wartet auf dich',
    'approval-responded': 'entschieden',
    'output-available': 'fertig',
    'output-error': 'fehlgeschlagen',
    'output-denied': 'nicht erlaubt',
  },
  given: 'Eingabe',
  answered: 'Antwort',
  failed: 'Fehler',
  seconds: (seconds) => `${seconds} s`,
  approval: {
    title: (name) => `„${name}“ erlauben?`,
    arguments: 'Was es bekommt (JSON)',
    edit: 'Ändern, was es bekommt',
    noObject: 'Das ist kein JSON-Objekt.',
    allow: 'Erlauben',
    deny: 'Ablehnen …',
    denyNow: 'Ablehnen',
    back: 'Zurück',
    reason: 'Warum nicht? Der Assistent erfährt es. (freiwillig)',
    lasts: 'Wie lange das gilt',
    once: 'Nur dieses Mal',
    inChat: 'Immer in diesem Chat',
    always: 'Immer und überall',
    over: 'Darüber lässt sich nicht mehr entscheiden.',
    others: 'Notiert. Die Antwort geht weiter, wenn über die anderen Aufrufe entschieden ist.',
  },
}
