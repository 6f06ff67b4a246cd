import type { ReactNode } from 'react'
import type { BlockDifference, TraceBlock, TraceStart } from '../../../api/types'
import { list, number, plural } from '../../../language/formats'
import { defineWords, type TranslationOf } from '../../../language/words'

const blocks = (count: number) => plural(count, { one: '# block', other: '# blocks' })

export const engineerWords = defineWords('engineers', {
  figures: { read: 'tokens read', took: 'Took', cost: 'Cost', free: 'free' },
  answeredBy: (model: ReactNode) => <>Answered by {model}</>,
  isForgotten: 'What this turn was about has been forgotten at your wish.',
  noPrompt: 'No prompt was written: the answer was given without asking a model.',
  by: (judge: string) => `by ${judge}`,
  sure: (percent: number) => `${number(percent)} % sure`,

  missing: {
    label: 'What could not be asked',
    title: 'Some sources did not answer in time.',
  },
  models: {
    label: 'Models asked',
    one: 'The model',
    several: 'Models asked, in order',
    outcomes: { answered: 'Answered', failed: 'Failed', cancelled: 'Cancelled' },
    firstWord: (time: string) => `first word after ${time}`,
    tokens: (input: string, output: string) => `${input} in, ${output} out`,
  },
  tools: {
    title: 'Tools used',
    outcomes: {
      answered: 'answered',
      failed: 'failed',
      unknown: 'unknown',
      bad_arguments: 'called wrongly',
      timed_out: 'took too long',
      stopped: 'stopped',
      waits: 'waits for your word',
      denied: 'not allowed',
      changed: 'changed since',
    },
    server: (origin: string) => `from ${origin}`,
    arguments: (hash: string) => `arguments ${hash}`,
    cut: 'cut',
  },
  time: { title: 'Where the time went', inAll: (time: string) => `${time} in all` },

  blocks: {
    title: 'What the model was told',
    status: {
      kept: 'kept',
      compressed: 'shortened',
      dropped: 'left out',
    } satisfies Record<TraceBlock['status'], string>,
    size: (name: string, tokens: string) => `${name}: ${tokens} tokens`,
    noText: 'Its text cannot be shown: it was deleted since, or is not yours to read.',
    copy: 'Copy this block',
    hash: (start: string) => `sha256 ${start}…`,
    forgotten: (names: string) => `Taken out since, because something in it was forgotten: ${names}.`,
  },

  retrievals: {
    title: 'What was looked up',
    sources: { librarian: 'Librarian', memory: 'Memory' },
    found: (count: number) => `${number(count)} found`,
    about: 'About',
    unasked: 'Told unasked, about',
    noAnswer: (reason: string) => `The memory did not answer: ${reason}.`,
    fact: 'Fact',
    said: 'Said',
    open: 'Open',
    passage: 'Passage',
    always: 'Looked up, as this persona does with every message.',
    lookedUp: 'Looked up',
    decision: (said: string, cue: string | null, by: string) =>
      `${said}${cue ? ` (${cue})` : ''}${by ? `; ${by}` : ''}.`,
    putAside: (count: number, reasons: readonly string[]) =>
      `${number(count)} put aside${reasons.length > 0 ? `: ${list(reasons)}` : ''}.`,
  },

  reading: {
    title: 'How the message was taken',
    taken: (intent: ReactNode, posture: ReactNode) => (
      <>
        Taken as {intent}, from somebody who wants {posture}.
      </>
    ),
    judged: (judge: string, sure: string) => `By ${judge}, ${sure}.`,
    momentum: 'Momentum guard: nothing is told or asked that would hold up somebody on the way.',
    others: 'What else it could have been',
  },

  start: {
    title: 'What the session began with',
    nth: (turn: number) => `This was message ${number(turn)} of the session.`,
    bridge: 'The bridge was told: you came back soon.',
    handover: (why: string) => `The handover was told: ${why}.`,
    handoverWhy: {
      close: 'the message came close to it, which counts once a session',
      first: 'it was the session’s first message',
      longAgo: 'the last talk was long ago',
      littleSaid: 'the first message had said little',
    },
    due: 'What is due was told.',
    dueFrom: {
      startbrief: 'What is due was told, from the brief.',
      loops: 'What is due was told, from what is open.',
    } satisfies Record<NonNullable<TraceStart['ops_source']>, string>,
    nothing: 'Neither bridge, handover nor what is due was told with this message.',
    there: (names: readonly string[]) =>
      `${capital(list(names))} ${names.length > 1 ? 'were' : 'was'} there.`,
    outcome: (name: string, outcome: string) => `${capital(name)} ${outcome}.`,
  },

  route: {
    title: 'Which way it went',
    because: (way: ReactNode, reason: string) => (
      <>
        {way}: {reason}.
      </>
    ),
    nothingSpecial: (way: ReactNode) => <>{way}. No special handling.</>,
    alone: (way: ReactNode) => <>{way}.</>,
    complete: 'Every fact that the CAN report needs was known.',
    lacked: (names: readonly string[]) => `The report still lacked ${list(names)}.`,
    rules: 'Rules',
    actions: 'Actions',
    defaults: 'By the default prompt settings.',
    version: (version: number) => `By version ${version} of the prompt settings.`,
  },
  preflight: {
    title: 'Before the answer',
    refused: (names: readonly string[]) => `Not taken, because it made no sense: ${list(names)}.`,
    unknown: (names: readonly string[]) =>
      `The persona would like ${list(names)}, which is not connected here.`,
    model: (name: string) => `the model ${name}`,
    tokens: (count: string) => `at most ${count} tokens`,
    tool: (name: string) => `the tool ${name} first`,
    chosen: (names: readonly string[]) => `Chosen: ${list(names)}.`,
    nothing: 'Nothing was chosen; the persona’s own settings stood.',
  },

  replay: {
    title: 'Run this turn again',
    which: 'Which memory',
    withMemoryOfThen: 'With what was remembered then',
    withMemoryOfNow: 'With what is remembered now',
    promptsOnly: 'Compare prompts only, ask no model',
    nothingStored: 'Nothing is stored from this: no message, no memory, no count. Tools are not used.',
    cancel: 'Cancel',
    cancelled: 'Cancelled. The server may finish it for itself; nothing is kept.',
    askingModel: 'Collecting, then asking the model …',
    collecting: 'Collecting what would be told …',
    seconds: (count: number) => `${number(count)} s`,
    same: (count: number) => `The prompt is the same: ${blocks(count)}.`,
    changes: {
      added: (count: number) => `${blocks(count)} came`,
      removed: (count: number) => `${blocks(count)} went`,
      changed: (count: number) => `${blocks(count)} changed`,
      same: (count: number) => `${blocks(count)} stayed the same`,
    },
    says: {
      added: 'came',
      removed: 'went',
      changed: 'changed',
      same: 'the same',
    } satisfies Record<BlockDifference['change'], string>,
    theSame: (names: readonly string[]) => `The same: ${names.join(', ')}.`,
    onlyPrompts: 'Only the prompts were compared; no model was asked.',
    sideThen: 'Then',
    sideAgain: 'Again',
    noText: 'Its text is gone, or not yours to read.',
    answerThen: 'The answer then',
    answerGone: 'The answer is gone.',
    answerBy: (model: string) => `Again, by ${model}`,
    noAnswer: 'No answer came.',
    wordForWord: 'Word for word the same.',
  },
})

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}

export type EngineerWords = TranslationOf<typeof engineerWords>
