import type {
  Trace,
  TraceBlock,
  TraceMissing,
  TraceModel,
  TracePreflight,
  TraceReading,
  TraceRetrieval,
  TraceStart,
} from '../../api/types'
import { list, number, plural } from '../../language/formats'
import { defineWords, type TranslationOf } from '../../language/words'

const COUNTED = 'no one two three four five six seven eight nine ten eleven twelve'.split(' ')
const many = (count: number) => COUNTED[count] ?? number(count)

/** What opens an answer, in the words of whoever gave it; and the server's codes, each by the name people use. */
export const glassWords = defineWords('glassbox', {
  title: 'Why this answer?',
  close: 'Close',
  copyLink: 'Copy a link to this',
  copied: 'Copied',
  views: 'Ways to look at it',
  plain: 'In plain words',
  engineers: 'For engineers',
  opening: 'Opening the glass box',
  refresh: 'Refresh',
  tryAgain: 'Try again',

  used: (count: number) =>
    count === 0
      ? 'I used nothing you told me before.'
      : count === 1
        ? 'I used one thing you told me.'
        : `I used ${many(count)} things you told me.`,
  usedLead:
    'These are your words. If something is wrong, correct it; if it is nobody’s business, have it forgotten.',
  usedNothing: 'Only what was said here, and what the model knows of the world.',
  alsoISaid: 'And what I had said',
  theirAbout: 'What you wrote about yourself',
  changeAbout: 'Change it',
  wrong: 'Wrong?',
  wrongOf: (what: string) => `Wrong? ${what}`,
  forget: 'Forget',
  forgetOf: (what: string) => `Forget: ${what}`,
  forgetThis: 'Forget this?',
  forgetFact: (what: string) => `“${what}” goes in all its versions, with the words that say nothing else.`,
  forgetWords: (what: string) =>
    `“${what}” goes from memory, with whatever was learned from it alone. In the chat it stays.`,
  onBoard: 'All loops',
  since: (what: string) => `Since then: ${what}.`,
  takeBack: (quote: string) => `You remember me saying “${quote}”. That is not so: `,
  why: {
    pinned: 'You pinned it.',
    open: 'It is still open.',
    profile: 'It says how you live, work or like to be spoken to.',
    needed: (kinds: readonly string[]) =>
      kinds.length > 0
        ? `Requests like this one need what I know about: ${list(kinds)}.`
        : 'Requests like this one need it.',
  },
  partGone: 'There was more. You have had it forgotten since, so I cannot say what it was.',
  isElsewhere:
    'Your memory is kept by another installation. This is what it told me, as it came; correct it and have it forgotten there.',
  isForgotten:
    'What this was about has been forgotten, as you wished. Only how long it took and what it cost is left.',
  notLookedUp: 'I could not look up the words behind this just now.',

  soughtTitle: 'What I looked for',
  foundNothing: (query: string | null) =>
    query
      ? `I looked in your memory for “${query}” and found nothing that fits.`
      : 'I looked in your memory and found nothing that fits.',
  foundSome: (query: string | null) =>
    query ? `I looked in your memory for “${query}”.` : 'I looked in your memory.',
  putAside: (count: number, reasons: string) =>
    plural(count, {
      one: `One thing came up that I put aside: ${reasons}.`,
      other: `# things came up that I put aside: ${reasons}.`,
    }),
  noAnswer: 'I could not ask your memory. It did not answer.',
  notAsked: 'I looked nothing up: the message did not call for it.',

  messageTitle: 'How I took your message',
  taken: (intent: string, posture: string) => `As ${intent}, from someone who wants ${posture}.`,
  sure: {
    surely: 'I was sure of that.',
    fairly: 'I was fairly sure of that.',
    hardly: 'I was not sure of that.',
  },
  momentum: 'You were about to do something, so I kept everything out of your way.',

  startTitle: 'What we began with',
  reminded: 'I was reminded of where we stood:',
  lastWords: 'And of our last words:',
  due: 'And of what is due:',

  besidesTitle: 'What else I had before me',
  besides: (things: readonly string[]) => `${capital(list(things))}.`,
  earlier: (count: number) =>
    plural(count, { one: 'the message before this one', other: 'the # messages before this one' }),
  theSummary: 'what was said earlier in this chat, in short',
  theClock: 'the date and the time',
  theEnvelope: 'what is known of the incident',
  thePersona: 'the words that say how I speak',
  theFiles: 'your files',
  notYours:
    'The words that say how I speak belong to whoever runs this installation, and are not yours to read.',

  leftTitle: 'What is missing',
  leftOut: (things: readonly string[]) => `There was no room for: ${list(things)}.`,
  inShort: (things: readonly string[]) => `Told in short: ${list(things)}.`,
  notInTime: (things: readonly string[]) => `Not to be had in time: ${list(things)}.`,
  earlierMessages: (count: number) =>
    plural(count, { one: 'an earlier message', other: '# earlier messages' }),

  answerTitle: 'The answer',
  writtenBy: (model: string, time: string) => `${model} wrote it in ${time}.`,
  wentOn: 'I went on with an answer that had been cut short.',
  atOnce: 'It needed no model, and was given at once.',
  lacked: (things: readonly string[]) => `For the report I still lacked ${list(things)}.`,
  askedFirst: (model: string, failure: string) => `I asked ${model} first: ${failure}.`,
  toolsUsed: (tools: readonly string[]) => `I used ${list(tools)}.`,
  cost: {
    known: (dollars: string) => `It cost ${dollars}.`,
    chat: (dollars: string) => `This whole chat: ${dollars}.`,
    chatAtLeast: (dollars: string) => `This whole chat: ${dollars} at least.`,
    free: 'It cost nothing.',
    unknown: 'What it cost is not known.',
  },

  list: (things: readonly string[]) => list(things),
  gap: (minutes: number) => gapInWords(minutes),
  start: {
    fetches: {
      fetched: 'The brief of what came before was fetched.',
      cached: 'The brief was at hand since the session’s first message.',
      fallback: 'The start brief was not to be had; the brief of the last session stood in.',
      empty: 'There was nothing from before to begin with.',
      timed_out: 'The brief of what came before did not come in time.',
      failed: 'The brief of what came before could not be had.',
      not_kept: 'The brief of that moment is not kept any more.',
      not_fed: 'The last session was not remembered yet, so nothing of it could be told.',
      not_asked: 'No brief was asked for.',
    } satisfies Record<TraceStart['startbrief_fetch'], string>,
    briefIs: (outcome: string) => `Brief: ${outcome}.`,
    thatWasFirst: (sentence: string) => `${sentence} That was at the session’s first message.`,
    depths: {
      same_session: 'You had spoken just before',
      today: 'You had last spoken earlier that day',
      yesterday: 'You had last spoken the day before',
      multi_day: 'You had last spoken days before',
    } satisfies Record<NonNullable<TraceStart['depth']>, string>,
    spoken: (depth: string, gap: string | null) => (gap ? `${depth}, ${gap} earlier.` : `${depth}.`),
    spokenAgo: (gap: string) => `You had last spoken ${gap} earlier.`,
    keptInMind: (things: readonly string[]) => `Kept in mind: ${list(things)}.`,
    openLoops: (count: number) => plural(count, { one: '# open loop', other: '# open loops' }),
    sections: {
      relationships: 'your relationships',
      patterns: 'your patterns',
      work_context: 'your work context',
      long_term_direction: 'your long term direction',
      communication_preference: 'your communication preference',
    } satisfies Record<TraceStart['overlay_sections'][number], string>,
    steering: 'a word for the day',
  },
  names: {
    blocks: {
      persona: 'Persona',
      conversation_posture: 'How to speak now',
      overlay: 'What is open with you',
      bridge: 'Bridge from the last talk',
      handover: 'Handover of the last session',
      ops: 'What is due',
      envelope: 'The incident so far',
      commitments: 'What you promised',
      threads: 'Threads of talk',
      frictions: 'What is in the way',
      wins: 'What went well',
      user_seed: 'What you wrote about yourself',
      summary_spine: 'The story so far',
      current_session: 'This session so far',
      latest_session: 'The last session',
      session_state: 'Where the session stands',
      foundation_memories: 'Pinned memories',
      relevant_memories: 'Memories that fit',
      about: 'What is known about you',
      memory: 'Memories',
      conversation_summary: 'The chat so far, in short',
      recall_sheet: 'Recalled for this message',
      instructions: 'Instructions',
      tools: 'What tools there were',
      history: 'Earlier message',
      real_time: 'Date and time',
      user_message: 'Your message',
      answer_so_far: 'What I had said already',
      system: 'Knowledge of the system',
      persona_knowledge: 'Knowledge of the persona',
      overlay_knowledge: 'What you gave the persona besides',
      user_documents: 'Your documents',
      org_documents: 'Documents of your organization',
      company: 'Company',
      mentions: 'What the message mentions',
      mentioned: 'What is known of what it mentions',
      mentioned_persona: 'Persona asked in',
    } satisfies Record<TraceBlock['kind'], string>,
    /** What somebody wants who is met in this posture. */
    postures: {
      COMPANIONSHIP: 'company',
      SUPPORT: 'support',
      RELATIONSHIP: 'to talk about somebody else',
      REFLECTION: 'to understand themselves',
      MOMENTUM: 'to take the next step',
      PLANNING: 'a plan',
      TASK: 'something done',
    } satisfies Record<TraceReading['posture'], string>,
    intents: {
      casual: 'small talk',
      question: 'a question',
      recall: 'a question about the past',
      share: 'something told',
      momentum: 'setting out to do something',
      output_task: 'a piece of work asked for',
    } satisfies Record<TraceReading['intent'], string>,
    signals: {
      avoidance: 'It steps around something.',
      drift: 'It leads away from what the session was about.',
      directRequest: 'It asks for something outright.',
      namesTrackedPerson: 'It names somebody who is remembered.',
      asksAboutTone: 'It asks about tone or wording.',
      lowSignal: 'It says too little to make anything of.',
    } satisfies Record<keyof TraceReading['signals'], string>,
    judges: {
      rules: 'the rules',
      meaning: 'nearness in meaning',
      model: 'a model',
    } satisfies Record<TraceReading['by'], string>,
    gates: {
      explicit: 'Looked up: the message asks for it',
      ambient: 'Looked up: it may help',
      none: 'Not looked up',
    } satisfies Record<NonNullable<TraceRetrieval['gate']>, string>,
    dropped: {
      low_score: 'did not fit well enough',
      not_about_it: 'about something else',
      another_time: 'from another time',
      in_history: 'already in the conversation',
      is_the_question: 'the question itself',
      pinned: 'pinned, and told anyway',
      not_asked: 'not asked for',
      not_needed: 'not needed for this',
      needs_nothing: 'of no matter to what was asked',
    } satisfies Record<keyof TraceRetrieval['droppedBecause'], string>,
    outcomes: {
      fetched: 'was there',
      cached: 'was at hand',
      fallback: 'was replaced by another',
      empty: 'had nothing to say',
      timed_out: 'did not answer in time',
      failed: 'could not be asked',
      not_kept: 'is not there any more',
      not_fed: 'was not ready yet',
      not_asked: 'was not asked',
    } satisfies Record<TraceStart['startbrief_fetch'], string>,
    fetched: {
      user_model: 'the profile',
      daily: 'the day’s analysis',
      loops: 'the list of what is open',
    },
    /** What a turn asks before it answers. */
    sources: {
      history: 'Earlier messages',
      session_start: 'What the session begins with',
      session: 'What the session is about',
      startbrief: 'What the session begins with',
      user_model: 'Your profile',
      daily: 'The day’s analysis',
      loops: 'The list of what is open',
      handover: 'Handover of the last session',
      envelope: 'The incident so far',
      legacy: 'Memories in the older form',
      instructions: 'What you ask of the persona',
      mentions: 'What the message mentions',
      standing: 'What you wrote about yourself and pinned',
      chat_summary: 'The chat so far, in short',
      documents: 'What documents say about this',
      recall: 'What is remembered about this',
      librarian: 'What is remembered about this',
      memory: 'Memories',
      files: 'Files of the message',
      'demo model': 'A model that can follow it all',
      voice: 'The voice',
      tools: 'The tools',
      trace: 'The record of this answer',
    } satisfies Record<TraceMissing['source'], string>,
    ways: {
      conversational: 'Normal reply',
      actionable: 'Request to act, with tools',
      research: 'Research',
      answer: 'Answered at once, no model',
    } satisfies Record<Trace['route']['kind'], string>,
    preflights: {
      nothing_to_choose: 'There was nothing to choose between.',
      timed_out: 'Whoever was asked did not answer in time; the persona’s own settings stood.',
      failed: 'Whoever was asked could not answer; the persona’s own settings stood.',
    } satisfies Record<Exclude<TracePreflight['outcome'], 'chosen' | 'not_asked'>, string>,
    failures: {
      unreachable: 'it could not be reached',
      slow_first_byte: 'it did not begin in time',
      stalled: 'it stopped halfway',
      cut_off: 'the line broke off',
      malformed: 'what it said could not be read',
      unauthorized: 'the key was not accepted',
      rate_limited: 'it had too much to do',
      rejected: 'it refused the prompt',
      server_error: 'it had a fault of its own',
      empty: 'it said nothing',
      not_configured: 'it is not set up',
      spent: 'the questions of this day were used up',
    } satisfies Record<NonNullable<TraceModel['failure']>, string>,
  },
})

/** "3 minutes", "5 hours", "2 days". */
function gapInWords(minutes: number): string {
  if (minutes < 1) return 'less than a minute'
  if (minutes < 90) return plural(Math.round(minutes), { one: '# minute', other: '# minutes' })
  if (minutes < 36 * 60) return plural(Math.round(minutes / 60), { one: '# hour', other: '# hours' })
  return plural(Math.round(minutes / 1440), { one: '# day', other: '# days' })
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}

export type GlassWords = TranslationOf<typeof glassWords>
