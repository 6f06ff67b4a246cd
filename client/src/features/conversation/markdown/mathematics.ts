/**
 * How models write mathematics (`\(…\)`, `\[…\]`, `$…$`, `$$…$$`), brought into the one way that is read here: `$$…$$`
 * inside a line, and `$$` on lines of its own around what stands alone. Code is left as it is; so is money.
 */
import { outsideCode } from './outside-code'

const LONGEST = 5000
/** In this order: what is mathematics already must not be looked into. A backslash before an opening makes it text. */
const WRITTEN = new RegExp(
  [
    `(?<!\\\\)\\$\\$([^]{1,${LONGEST}}?)\\$\\$`,
    `(?<!\\\\)\\\\\\[([^]{1,${LONGEST}}?)\\\\\\]`,
    `(?<!\\\\)\\\\\\(([^]{1,${LONGEST}}?)\\\\\\)`,
    // As Pandoc reads it: no space inside the marks, no digit or letter behind the second.
    '(?<![\\\\$\\w])\\$(?![\\s$])([^$\\n]{1,400}?)(?<![\\s\\\\])\\$(?![\\w$])',
  ].join('|'),
  'g',
)
/** Between single dollars stands mathematics if it looks like it: "$x$", "$a_1 = 2$", but not "$5 to $". */
const LOOKS_LIKE_MATHEMATICS = /[\\^_={}<>+]|^[a-zA-Z]'?$/
const PARAGRAPH_ENDS = /\n[ \t>]*\n/

/** Null: there is none. */
export function readMathematics(text: string): string | null {
  if (!/[$]|\\[([]/.test(text)) return null
  let hasAny = false
  const read = outsideCode(text, (words, before) => {
    const replace = (whole: string, ...[dollars, brackets, round, single, at]: Found) => {
      const tex = dollars ?? brackets ?? round ?? single ?? ''
      const isMoney = single !== undefined && !LOOKS_LIKE_MATHEMATICS.test(single)
      if (isMoney || PARAGRAPH_ENDS.test(tex)) return whole
      hasAny = true
      const line = lineBefore(words.slice(0, at), before)
      const isAlone = /^[ \t>]*$/.test(line) && /^[ \t]*(\n|$)/.test(words.slice(at + whole.length))
      const mayStandAlone = dollars !== undefined || brackets !== undefined
      return isAlone && mayStandAlone ? standingAlone(tex, line) : insideTheLine(tex)
    }
    return words.replace(WRITTEN, replace)
  })
  return hasAny ? read : null
}

type Maybe = string | undefined
type Found = [dollars: Maybe, brackets: Maybe, round: Maybe, single: Maybe, at: number]

function insideTheLine(tex: string): string {
  return `$$${tex.trim().replace(/\s*\n[ \t>]*/g, ' ')}$$`
}

/** What begins its lines (a list's indent, a quotation's mark) begins each of the new ones. */
function standingAlone(tex: string, begin: string): string {
  const lines = tex
    .trim()
    .split('\n')
    .map((line) => line.replace(/^[ \t>]*/, ''))
    .filter((line) => line !== '')
  return ['$$', ...lines, '$$'].join(`\n${begin}`)
}

function lineBefore(words: string, before: string): string {
  const begins = words.lastIndexOf('\n')
  return begins === -1 ? before.slice(before.lastIndexOf('\n') + 1) + words : words.slice(begins + 1)
}
