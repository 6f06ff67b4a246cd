/**
 * What the page says, by subject. The English words of a subject stand beside its code in a words file, so they come with
 * it and with nothing else; a translation has the same shape, by type, in a file of its own for each language.
 *
 *     export const words = defineWords('join', { title: 'You are invited', joined: (name: string) => `You are in ${name}.` })
 *     const says = useWords(words)
 */
import type { ReactNode } from 'react'
import { spokenTexts, useTexts } from './language'

type Saying = string | ((...given: never[]) => ReactNode)
interface Sayings {
  readonly [name: string]: Saying | Sayings
}

export interface Words<Said> {
  readonly subject: string
  readonly english: Said
}

/** The same names; what is said may be anything of its kind. A translation that lacks one does not compile. */
export type Translated<Said> = {
  readonly [Name in keyof Said]: Said[Name] extends (...given: infer Given) => infer Answer
    ? (...given: Given) => Answer extends string ? string : ReactNode
    : Said[Name] extends string
      ? string
      : Translated<Said[Name]>
}

export type TranslationOf<W> = W extends Words<infer Said> ? Translated<Said> : never

export function defineWords<const Said extends Sayings>(subject: string, english: Said): Words<Said> {
  return { subject, english }
}

/** In the language that is spoken now; a component that asks is shown again when it changes. */
export function useWords<Said>(words: Words<Said>): Translated<Said> {
  return pick(words, useTexts())
}

/** The same where nothing is drawn: sentences of errors, titles, what a reader is told. */
export function wordsNow<Said>(words: Words<Said>): Translated<Said> {
  return pick(words, spokenTexts())
}

function pick<Said>(words: Words<Said>, texts: Readonly<Record<string, unknown>>): Translated<Said> {
  return (texts[words.subject] ?? words.english) as Translated<Said>
}
