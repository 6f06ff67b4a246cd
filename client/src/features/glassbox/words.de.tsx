import { list, number, plural } from '../../language/formats'
import type { GlassWords } from './words'

const COUNTED = 'null ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf'.split(' ')
const many = (count: number) => COUNTED[count] ?? number(count)

export const glassbox: GlassWords = {
  title: 'Warum diese Antwort?',
  close: 'Schließen',
  copyLink: 'Link hierher kopieren',
  copied: 'Kopiert',
  views: 'Ansichten',
  plain: 'In einfachen Worten',
  engineers: 'Für Fachleute',
  opening: 'Die Antwort wird aufgeklappt',
  refresh: 'Aktualisieren',
  tryAgain: 'Nochmal versuchen',

  used: (count) =>
    count === 0
      ? 'Ich habe nichts benutzt, was du mir früher gesagt hast.'
      : count === 1
        ? 'Ich habe eine Sache benutzt, die du mir gesagt hast.'
        : `Ich habe ${many(count)} Dinge benutzt, die du mir gesagt hast.`,
  usedLead:
    'Das sind deine Worte. Stimmt etwas nicht, stell es richtig; geht es niemanden etwas an, lass es vergessen.',
  usedNothing: 'Nur, was hier gesagt wurde und was das Modell von der Welt weiß.',
  alsoISaid: 'Und was ich selbst gesagt hatte',
  theirAbout: 'Was du über dich geschrieben hast',
  changeAbout: 'Ändern',
  wrong: 'Stimmt nicht?',
  wrongOf: (what) => `Stimmt nicht? ${what}`,
  forget: 'Vergessen',
  forgetOf: (what) => `Vergessen: ${what}`,
  forgetThis: 'Das vergessen?',
  forgetFact: (what) => `„${what}“ verschwindet in allen Fassungen, mit den Worten, die sonst nichts sagen.`,
  forgetWords: (what) =>
    `„${what}“ verschwindet aus dem Gedächtnis, mit allem, was nur daraus gelernt wurde. Im Chat bleibt es stehen.`,
  onBoard: 'Alles Offene',
  since: (what) => `Seither: ${what}.`,
  takeBack: (quote) => `Du erinnerst dich, dass ich gesagt habe: „${quote}“. Das stimmt nicht: `,
  why: {
    pinned: 'Du hast es angeheftet.',
    open: 'Es ist noch offen.',
    profile: 'Es sagt, wie du lebst, arbeitest oder angesprochen werden möchtest.',
    needed: (kinds) =>
      kinds.length > 0
        ? `Für eine solche Bitte brauche ich, was ich weiß über: ${list(kinds)}.`
        : 'Für eine solche Bitte brauche ich es.',
  },
  partGone: 'Da war noch mehr. Du hast es seither vergessen lassen, also kann ich nicht sagen, was es war.',
  isElsewhere:
    'Dein Gedächtnis liegt bei einer anderen Installation. Das hier hat sie mir gesagt, Wort für Wort; richtigstellen und vergessen lassen kannst du es dort.',
  isForgotten:
    'Worum es hier ging, wurde auf deinen Wunsch vergessen. Geblieben ist nur, wie lange es dauerte und was es kostete.',
  notLookedUp: 'Die Worte dahinter konnte ich gerade nicht nachschlagen.',

  soughtTitle: 'Wonach ich gesucht habe',
  foundNothing: (query) =>
    query
      ? `Ich habe in deinem Gedächtnis nach „${query}“ gesucht und nichts Passendes gefunden.`
      : 'Ich habe in deinem Gedächtnis gesucht und nichts Passendes gefunden.',
  foundSome: (query) =>
    query
      ? `Ich habe in deinem Gedächtnis nach „${query}“ gesucht.`
      : 'Ich habe in deinem Gedächtnis gesucht.',
  putAside: (count, reasons) =>
    plural(count, {
      one: `Eines kam dabei auf, das ich beiseitegelegt habe: ${reasons}.`,
      other: `# Dinge kamen dabei auf, die ich beiseitegelegt habe: ${reasons}.`,
    }),
  noAnswer: 'Ich konnte dein Gedächtnis nicht fragen. Es hat nicht geantwortet.',
  notAsked: 'Ich habe nichts nachgeschlagen: Die Nachricht verlangte es nicht.',

  messageTitle: 'Wie ich deine Nachricht verstanden habe',
  taken: (intent, posture) => `Als ${intent}. Gewünscht war wohl: ${posture}.`,
  sure: {
    surely: 'Da war ich mir sicher.',
    fairly: 'Da war ich mir ziemlich sicher.',
    hardly: 'Sicher war ich mir nicht.',
  },
  momentum: 'Du warst gerade dabei, etwas zu tun; also habe ich dir nichts in den Weg gestellt.',

  startTitle: 'Womit wir angefangen haben',
  reminded: 'Ich wurde erinnert, wo wir standen:',
  lastWords: 'Und an unsere letzten Worte:',
  due: 'Und daran, was ansteht:',

  besidesTitle: 'Was mir außerdem vorlag',
  besides: (things) => `${capital(list(things))}.`,
  earlier: (count) =>
    plural(count, { one: 'die Nachricht vor dieser', other: 'die # Nachrichten vor dieser' }),
  theSummary: 'kurz, was früher in diesem Chat gesagt wurde',
  theClock: 'Datum und Uhrzeit',
  theEnvelope: 'was über den Vorfall bekannt ist',
  thePersona: 'die Worte, die sagen, wie ich spreche',
  theFiles: 'deine Dateien',
  notYours:
    'Die Worte, die sagen, wie ich spreche, gehören dem Betreiber dieser Installation; du darfst sie nicht lesen.',

  leftTitle: 'Was fehlt',
  leftOut: (things) => `Kein Platz war für: ${list(things)}.`,
  inShort: (things) => `Nur in Kürze: ${list(things)}.`,
  notInTime: (things) => `Nicht rechtzeitig zu haben: ${list(things)}.`,
  earlierMessages: (count) =>
    plural(count, { one: 'eine frühere Nachricht', other: '# frühere Nachrichten' }),

  answerTitle: 'Die Antwort',
  writtenBy: (model, time) => `${model} hat sie in ${time} geschrieben.`,
  wentOn: 'Ich habe eine Antwort fortgesetzt, die abgebrochen war.',
  atOnce: 'Sie brauchte kein Modell und kam sofort.',
  lacked: (things) => `Für den Bericht fehlte mir noch: ${list(things)}.`,
  askedFirst: (model, failure) => `Zuerst habe ich ${model} gefragt: ${failure}.`,
  toolsUsed: (tools) => `Benutzt habe ich ${list(tools)}.`,
  cost: {
    known: (dollars) => `Sie hat ${dollars} gekostet.`,
    chat: (dollars) => `Der ganze Chat: ${dollars}.`,
    chatAtLeast: (dollars) => `Der ganze Chat: mindestens ${dollars}.`,
    free: 'Sie hat nichts gekostet.',
    unknown: 'Was sie gekostet hat, ist nicht bekannt.',
  },

  list: (things) => list(things),
  gap: (minutes) => gapInWords(minutes),
  start: {
    fetches: {
      fetched: 'Der Überblick über das Frühere war da.',
      cached: 'Der Überblick lag seit der ersten Nachricht dieser Sitzung bereit.',
      fallback: 'Der Überblick war nicht zu haben; der von der letzten Sitzung sprang ein.',
      empty: 'Von früher war nichts da, womit anzufangen wäre.',
      timed_out: 'Der Überblick über das Frühere kam nicht rechtzeitig.',
      failed: 'Der Überblick über das Frühere war nicht zu haben.',
      not_kept: 'Der Überblick von damals ist nicht mehr da.',
      not_fed: 'Die letzte Sitzung war noch nicht gemerkt, also konnte nichts von ihr gesagt werden.',
      not_asked: 'Nach keinem Überblick wurde gefragt.',
    },
    briefIs: (outcome) => `Überblick: ${outcome}.`,
    thatWasFirst: (sentence) => `${sentence} Das war bei der ersten Nachricht der Sitzung.`,
    depths: {
      same_session: 'Ihr hattet gerade eben gesprochen',
      today: 'Zuletzt hattet ihr früher am selben Tag gesprochen',
      yesterday: 'Zuletzt hattet ihr am Tag davor gesprochen',
      multi_day: 'Zuletzt hattet ihr Tage davor gesprochen',
    },
    spoken: (depth, gap) => (gap ? `${depth}, vor ${gap}.` : `${depth}.`),
    spokenAgo: (gap) => `Zuletzt hattet ihr vor ${gap} gesprochen.`,
    keptInMind: (things) => `Im Hinterkopf: ${list(things)}.`,
    openLoops: (count) => plural(count, { one: '# offene Sache', other: '# offene Sachen' }),
    sections: {
      relationships: 'deine Beziehungen',
      patterns: 'deine Muster',
      work_context: 'deine Arbeit',
      long_term_direction: 'wohin du auf Dauer willst',
      communication_preference: 'wie du angesprochen werden möchtest',
    },
    steering: 'ein Wort für den Tag',
  },
  names: {
    blocks: {
      persona: 'Persona',
      conversation_posture: 'Wie jetzt zu sprechen ist',
      overlay: 'Was bei dir offen ist',
      bridge: 'Brücke vom letzten Gespräch',
      handover: 'Übergabe der letzten Sitzung',
      ops: 'Was ansteht',
      envelope: 'Der Vorfall bis jetzt',
      commitments: 'Was du versprochen hast',
      threads: 'Gesprächsfäden',
      frictions: 'Was im Weg steht',
      wins: 'Was gelungen ist',
      user_seed: 'Was du über dich geschrieben hast',
      summary_spine: 'Die Geschichte bis jetzt',
      current_session: 'Diese Sitzung bis jetzt',
      latest_session: 'Die letzte Sitzung',
      session_state: 'Wo die Sitzung steht',
      foundation_memories: 'Angeheftete Erinnerungen',
      relevant_memories: 'Passende Erinnerungen',
      about: 'Was über dich bekannt ist',
      memory: 'Erinnerungen',
      conversation_summary: 'Der Chat bis jetzt, in Kürze',
      recall_sheet: 'Für diese Nachricht erinnert',
      instructions: 'Anweisungen',
      tools: 'Welche Werkzeuge es gab',
      history: 'Frühere Nachricht',
      real_time: 'Datum und Uhrzeit',
      user_message: 'Deine Nachricht',
      answer_so_far: 'Was ich schon gesagt hatte',
      system: 'Wissen des Systems',
      persona_knowledge: 'Wissen der Persona',
      overlay_knowledge: 'Was du der Persona dazugegeben hast',
      user_documents: 'Deine Dokumente',
      org_documents: 'Dokumente deiner Organisation',
      company: 'Unternehmen',
      mentions: 'Was die Nachricht erwähnt',
      mentioned: 'Was vom Erwähnten bekannt ist',
      mentioned_persona: 'Dazugebetene Persona',
    },
    postures: {
      COMPANIONSHIP: 'Gesellschaft',
      SUPPORT: 'Beistand',
      RELATIONSHIP: 'ein Gespräch über jemand anderen',
      REFLECTION: 'sich selbst verstehen',
      MOMENTUM: 'den nächsten Schritt tun',
      PLANNING: 'ein Plan',
      TASK: 'etwas Erledigtes',
    },
    intents: {
      casual: 'Plauderei',
      question: 'Frage',
      recall: 'Frage nach Früherem',
      share: 'Erzähltes',
      momentum: 'Aufbruch zu einer Tat',
      output_task: 'Auftrag',
    },
    signals: {
      avoidance: 'Sie weicht etwas aus.',
      drift: 'Sie führt weg von dem, worum es ging.',
      directRequest: 'Sie bittet unumwunden um etwas.',
      namesTrackedPerson: 'Sie nennt jemanden, den ich kenne.',
      asksAboutTone: 'Sie fragt nach Ton oder Wortwahl.',
      lowSignal: 'Sie sagt zu wenig, um etwas daraus zu machen.',
    },
    judges: { rules: 'den Regeln', meaning: 'der Nähe im Sinn', model: 'einem Modell' },
    gates: {
      explicit: 'Nachgeschlagen: Die Nachricht fragt danach',
      ambient: 'Nachgeschlagen: Es könnte helfen',
      none: 'Nicht nachgeschlagen',
    },
    dropped: {
      low_score: 'zu wenig passend',
      not_about_it: 'über etwas anderes',
      another_time: 'aus einer anderen Zeit',
      in_history: 'schon im Gespräch',
      is_the_question: 'die Frage selbst',
      pinned: 'angeheftet und ohnehin gesagt',
      not_asked: 'nicht gefragt',
      not_needed: 'hierfür nicht nötig',
      needs_nothing: 'für die Frage ohne Belang',
    },
    outcomes: {
      fetched: 'war da',
      cached: 'lag bereit',
      fallback: 'wurde durch anderes ersetzt',
      empty: 'hatte nichts zu sagen',
      timed_out: 'antwortete nicht rechtzeitig',
      failed: 'war nicht zu fragen',
      not_kept: 'ist nicht mehr da',
      not_fed: 'war noch nicht so weit',
      not_asked: 'wurde nicht gefragt',
    },
    fetched: {
      user_model: 'das Profil',
      daily: 'der Blick auf den Tag',
      loops: 'die Liste des Offenen',
    },
    sources: {
      history: 'Frühere Nachrichten',
      session_start: 'Womit die Sitzung beginnt',
      session: 'Worum es in der Sitzung geht',
      startbrief: 'Womit die Sitzung beginnt',
      user_model: 'Dein Profil',
      daily: 'Der Blick auf den Tag',
      loops: 'Die Liste des Offenen',
      handover: 'Übergabe der letzten Sitzung',
      envelope: 'Der Vorfall bis jetzt',
      legacy: 'Erinnerungen in der älteren Form',
      instructions: 'Worum du die Persona bittest',
      mentions: 'Was die Nachricht erwähnt',
      standing: 'Was du über dich geschrieben und angeheftet hast',
      chat_summary: 'Der Chat bis jetzt, in Kürze',
      documents: 'Was Dokumente dazu sagen',
      recall: 'Was dazu erinnert wird',
      librarian: 'Was dazu erinnert wird',
      memory: 'Erinnerungen',
      files: 'Dateien der Nachricht',
      'demo model': 'Ein Modell, das allem folgen kann',
      voice: 'Die Stimme',
      tools: 'Die Werkzeuge',
      trace: 'Die Aufzeichnung dieser Antwort',
    },
    ways: {
      conversational: 'Gewöhnliche Antwort',
      actionable: 'Bitte, etwas zu tun, mit Werkzeugen',
      research: 'Recherche',
      answer: 'Sofort beantwortet, ohne Modell',
    },
    preflights: {
      nothing_to_choose: 'Es gab nichts zu wählen.',
      timed_out: 'Wer gefragt wurde, antwortete nicht rechtzeitig; die Einstellungen der Persona galten.',
      failed: 'Wer gefragt wurde, konnte nicht antworten; die Einstellungen der Persona galten.',
    },
    failures: {
      unreachable: 'nicht zu erreichen',
      slow_first_byte: 'fing nicht rechtzeitig an',
      stalled: 'blieb mittendrin stehen',
      cut_off: 'die Verbindung brach ab',
      malformed: 'unlesbare Antwort',
      unauthorized: 'der Schlüssel galt nicht',
      rate_limited: 'überlastet',
      rejected: 'lehnte die Anfrage ab',
      server_error: 'hatte einen eigenen Fehler',
      empty: 'sagte nichts',
      not_configured: 'nicht eingerichtet',
      spent: 'die Fragen dieses Tages waren aufgebraucht',
    },
  },
}

function gapInWords(minutes: number): string {
  if (minutes < 1) return 'weniger als einer Minute'
  if (minutes < 90) return plural(Math.round(minutes), { one: '# Minute', other: '# Minuten' })
  if (minutes < 36 * 60) return plural(Math.round(minutes / 60), { one: '# Stunde', other: '# Stunden' })
  return plural(Math.round(minutes / 1440), { one: '# Tag', other: '# Tagen' })
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}
