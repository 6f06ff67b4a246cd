import { list, number, plural } from '../../../language/formats'
import type { EngineerWords } from './words'

const blocks = (count: number) => plural(count, { one: '# Block', other: '# Blöcke' })

export const engineers: EngineerWords = {
  figures: { read: 'Token gelesen', took: 'Dauer', cost: 'Kosten', free: 'nichts' },
  answeredBy: (model) => <>Beantwortet von {model}</>,
  isForgotten: 'Worum es in diesem Zug ging, wurde auf deinen Wunsch vergessen.',
  noPrompt: 'Es wurde kein Prompt geschrieben: Die Antwort kam, ohne ein Modell zu fragen.',
  by: (judge) => `nach ${judge}`,
  sure: (percent) => `zu ${number(percent)} % sicher`,

  missing: {
    label: 'Was nicht zu fragen war',
    title: 'Einige Quellen haben nicht rechtzeitig geantwortet.',
  },
  models: {
    label: 'Gefragte Modelle',
    one: 'Das Modell',
    several: 'Gefragte Modelle, der Reihe nach',
    outcomes: { answered: 'Hat geantwortet', failed: 'Gescheitert', cancelled: 'Abgebrochen' },
    firstWord: (time) => `erstes Wort nach ${time}`,
    tokens: (input, output) => `${input} hinein, ${output} heraus`,
  },
  tools: {
    title: 'Benutzte Werkzeuge',
    outcomes: {
      answered: 'hat geantwortet',
      failed: 'gescheitert',
      unknown: 'unbekannt',
      bad_arguments: 'falsch aufgerufen',
      timed_out: 'hat zu lange gebraucht',
      stopped: 'angehalten',
      waits: 'wartet auf dein Wort',
      denied: 'nicht erlaubt',
      changed: 'seitdem verändert',
    },
    server: (origin) => `von ${origin}`,
    arguments: (hash) => `Argumente ${hash}`,
    cut: 'gekürzt',
  },
  time: { title: 'Wo die Zeit blieb', inAll: (time) => `${time} insgesamt` },

  blocks: {
    title: 'Was dem Modell gesagt wurde',
    status: { kept: 'ganz', compressed: 'gekürzt', dropped: 'weggelassen' },
    size: (name, tokens) => `${name}: ${tokens} Token`,
    noText: 'Der Text kann nicht gezeigt werden: Er wurde seither gelöscht, oder du darfst ihn nicht lesen.',
    copy: 'Diesen Block kopieren',
    hash: (start) => `sha256 ${start}…`,
    forgotten: (names) => `Seither entfernt, weil etwas darin vergessen wurde: ${names}.`,
  },

  retrievals: {
    title: 'Was nachgeschlagen wurde',
    sources: { librarian: 'Bibliothekar', memory: 'Gedächtnis' },
    found: (count) => `${number(count)} gefunden`,
    about: 'Über',
    unasked: 'Ungefragt gesagt, über',
    noAnswer: (reason) => `Das Gedächtnis hat nicht geantwortet: ${reason}.`,
    fact: 'Fakt',
    said: 'Gesagt',
    open: 'Offen',
    passage: 'Stelle',
    always: 'Nachgeschlagen, wie bei dieser Persona jede Nachricht.',
    lookedUp: 'Nachgeschlagen',
    decision: (said, cue, by) => `${said}${cue ? ` (${cue})` : ''}${by ? `; ${by}` : ''}.`,
    putAside: (count, reasons) =>
      `${number(count)} beiseitegelegt${reasons.length > 0 ? `: ${list(reasons)}` : ''}.`,
  },

  reading: {
    title: 'Wie die Nachricht verstanden wurde',
    taken: (intent, posture) => (
      <>
        Verstanden als {intent}; gewünscht: {posture}.
      </>
    ),
    judged: (judge, sure) => `Nach ${judge}, ${sure}.`,
    momentum: 'Schwung bewahrt: Nichts wird gesagt oder gefragt, was jemanden unterwegs aufhielte.',
    others: 'Was es sonst hätte sein können',
  },

  start: {
    title: 'Womit die Sitzung begann',
    nth: (turn) => `Das war Nachricht ${number(turn)} der Sitzung.`,
    bridge: 'Die Brücke wurde gesagt: Du kamst bald wieder.',
    handover: (why) => `Die Übergabe wurde gesagt: ${why}.`,
    handoverWhy: {
      close: 'die Nachricht kam ihr nahe, was einmal je Sitzung zählt',
      first: 'es war die erste Nachricht der Sitzung',
      longAgo: 'das letzte Gespräch war lange her',
      littleSaid: 'die erste Nachricht hatte wenig gesagt',
    },
    due: 'Was ansteht, wurde gesagt.',
    dueFrom: {
      startbrief: 'Was ansteht, wurde gesagt, aus dem Überblick.',
      loops: 'Was ansteht, wurde gesagt, aus dem Offenen.',
    },
    nothing: 'Weder Brücke noch Übergabe noch Anstehendes wurde mit dieser Nachricht gesagt.',
    there: (names) => `${capital(list(names))} ${names.length > 1 ? 'waren' : 'war'} da.`,
    outcome: (name, outcome) => `${capital(name)} ${outcome}.`,
  },

  route: {
    title: 'Welchen Weg es nahm',
    because: (way, reason) => (
      <>
        {way}: {reason}.
      </>
    ),
    nothingSpecial: (way) => <>{way}. Keine besondere Behandlung.</>,
    alone: (way) => <>{way}.</>,
    complete: 'Alles, was der CAN-Bericht braucht, war bekannt.',
    lacked: (names) => `Dem Bericht fehlte noch: ${list(names)}.`,
    rules: 'Regeln',
    actions: 'Handlungen',
    defaults: 'Nach den Standard-Prompteinstellungen.',
    version: (version) => `Nach Fassung ${version} der Prompteinstellungen.`,
  },
  preflight: {
    title: 'Vor der Antwort',
    refused: (names) => `Nicht übernommen, weil es keinen Sinn ergab: ${list(names)}.`,
    unknown: (names) => `Die Persona hätte gern ${list(names)}; das ist hier nicht angeschlossen.`,
    model: (name) => `das Modell ${name}`,
    tokens: (count) => `höchstens ${count} Token`,
    tool: (name) => `zuerst das Werkzeug ${name}`,
    chosen: (names) => `Gewählt: ${list(names)}.`,
    nothing: 'Nichts wurde gewählt; die Einstellungen der Persona galten.',
  },

  replay: {
    title: 'Diesen Zug noch einmal ausführen',
    which: 'Welches Gedächtnis',
    withMemoryOfThen: 'Mit dem, was damals erinnert wurde',
    withMemoryOfNow: 'Mit dem, was jetzt erinnert wird',
    promptsOnly: 'Nur die Prompts vergleichen, kein Modell fragen',
    nothingStored:
      'Davon wird nichts gespeichert: keine Nachricht, keine Erinnerung, keine Zählung. Werkzeuge werden nicht benutzt.',
    cancel: 'Abbrechen',
    cancelled: 'Abgebrochen. Der Server bringt es vielleicht für sich zu Ende; nichts wird behalten.',
    askingModel: 'Sammeln, dann das Modell fragen …',
    collecting: 'Sammeln, was gesagt würde …',
    seconds: (count) => `${number(count)} s`,
    same: (count) => `Der Prompt ist derselbe: ${blocks(count)}.`,
    changes: {
      added: (count) => plural(count, { one: '# Block kam hinzu', other: '# Blöcke kamen hinzu' }),
      removed: (count) => plural(count, { one: '# Block fiel weg', other: '# Blöcke fielen weg' }),
      changed: (count) => plural(count, { one: '# Block änderte sich', other: '# Blöcke änderten sich' }),
      same: (count) => plural(count, { one: '# Block blieb gleich', other: '# Blöcke blieben gleich' }),
    },
    says: { added: 'neu', removed: 'weg', changed: 'anders', same: 'gleich' },
    theSame: (names) => `Gleich: ${names.join(', ')}.`,
    onlyPrompts: 'Nur die Prompts wurden verglichen; kein Modell wurde gefragt.',
    sideThen: 'Damals',
    sideAgain: 'Noch einmal',
    noText: 'Der Text ist weg, oder du darfst ihn nicht lesen.',
    answerThen: 'Die Antwort damals',
    answerGone: 'Die Antwort ist weg.',
    answerBy: (model) => `Noch einmal, von ${model}`,
    noAnswer: 'Es kam keine Antwort.',
    wordForWord: 'Wort für Wort dieselbe.',
  },
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}
