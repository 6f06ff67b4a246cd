/** Where code begins: a fence at the beginning of a line, or backticks inside one. */
const OPENS = /^[ \t>]*(?:(?:[-*+]|\d+[.)])[ \t]+)*(`{3,}|~{3,})|(`+)/gm

/**
 * The text with everything outside its code changed. `before` is what stands before the given words, code included. A
 * fence that is not closed is code to the end; backticks that are not closed are text.
 */
export function outsideCode(text: string, change: (words: string, before: string) => string): string {
  const parts: string[] = []
  const neverClosed = new Set<string>()
  let done = 0
  OPENS.lastIndex = 0
  for (let found = OPENS.exec(text); found; found = OPENS.exec(text)) {
    const end = found[1]
      ? endOfFence(text, OPENS.lastIndex, found[1])
      : endOfTicks(text, OPENS.lastIndex, found[2] ?? '', neverClosed)
    if (end === null) continue
    parts.push(change(text.slice(done, found.index), text.slice(0, done)), text.slice(found.index, end))
    done = end
    OPENS.lastIndex = end
  }
  parts.push(change(text.slice(done), text.slice(0, done)))
  return parts.join('')
}

function endOfFence(text: string, from: number, mark: string): number {
  const closing = new RegExp(`^[ \\t>]*${mark[0]}{${mark.length},}[ \\t]*$`, 'gm')
  closing.lastIndex = from
  return closing.exec(text) ? closing.lastIndex : text.length
}

function endOfTicks(text: string, from: number, mark: string, neverClosed: Set<string>): number | null {
  if (neverClosed.has(mark)) return null
  const closing = new RegExp(`(?<!\`)${mark}(?!\`)`, 'g')
  closing.lastIndex = from
  if (closing.exec(text)) return closing.lastIndex
  // So that a text of nothing but backticks is not read to its end for each of them.
  neverClosed.add(mark)
  return null
}
