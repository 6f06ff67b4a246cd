/** Where in a text somebody is just naming something, and what stands there when they have chosen. */

export interface Typed {
  /** Where the mention begins in the text. */
  from: number
  /** What has been typed of its name. */
  query: string
  /** The kind they named themselves (`@doc:`), if any. */
  prefix: string | null
}

/** As much of a name as is looked at; whoever has typed more is writing a sentence. */
const LONGEST = 80
const OPEN = /(?:^|[^\p{L}\p{N}_@/.])@(?:([a-z]{2,12}):)?(?:"([^"\n]*)|([\p{L}\p{N}_.-]*))$/u

/** At the beginning of a message a tool is named by a command. */
const COMMAND = /^(\s*)\/([\w-]*)$/
export const TOOL = 'tool'

/** Null where the caret stands in no mention. */
export function typedAt(text: string, caret: number): Typed | null {
  const command = caret <= LONGEST ? COMMAND.exec(text.slice(0, caret)) : null
  if (command) return { from: command[1]?.length ?? 0, query: command[2] ?? '', prefix: TOOL }
  const start = Math.max(0, caret - LONGEST)
  const found = OPEN.exec(text.slice(start, caret))
  if (!found) return null
  const at = found[0].indexOf('@')
  return { from: start + found.index + at, query: found[2] ?? found[3] ?? '', prefix: found[1] ?? null }
}

/** The text with the mention in it, and where the caret stands behind it. */
export function put(
  text: string,
  typed: Typed,
  caret: number,
  mention: string,
): { text: string; caret: number } {
  const before = `${text.slice(0, typed.from)}${mention}`
  const after = text.slice(caret)
  const space = /^\s/.test(after) ? '' : ' '
  return { text: `${before}${space}${after}`, caret: before.length + 1 }
}
