/** The text of a document as its reader sees it: headings, paragraphs, tables and code, with a passage marked in it. */

export interface Run {
  text: string
  isMarked: boolean
}

export type Block = { at: number; isMarked: boolean } & (
  | { kind: 'heading'; level: number; runs: Run[] }
  | { kind: 'text' | 'code'; runs: Run[] }
  | { kind: 'table'; rows: Run[][][] }
)

export interface Span {
  from: number
  to: number
}

const HEADING = /^(#{1,6})[ \t]+/
const FULL_LINE = 60
const FENCE = /^ {0,3}(```|~~~)/
const RULE = /^[ \t]*\|?[ \t]*:?-{3,}[-:| \t]*$/

/** From the server's count, by code points, to this language's, by halves of them. */
export function inUnits(text: string, { from, to }: Span): Span {
  if (!/[\ud800-\udbff]/.test(text.slice(0, to * 2))) return { from, to }
  let points = 0
  let units = 0
  const found = { from: text.length, to: text.length }
  for (const letter of text) {
    if (points === from) found.from = units
    if (points === to) {
      found.to = units
      break
    }
    points += 1
    units += letter.length
  }
  return found
}

export function layOut(text: string, marked: Span | null): Block[] {
  const blocks: Block[] = []
  let open: { kind: 'text' | 'table' | 'code'; lines: Span[] } | null = null
  let isFenced = false
  const close = () => {
    if (open && open.lines.length > 0) blocks.push(made(text, open.kind, open.lines, marked))
    open = null
  }
  const put = (kind: 'text' | 'table' | 'code', line: Span) => {
    if (open?.kind !== kind) close()
    open ??= { kind, lines: [] }
    open.lines.push(line)
  }
  for (const line of linesOf(text)) {
    const said = text.slice(line.from, line.to)
    const heading = isFenced ? null : HEADING.exec(said)
    if (FENCE.test(said)) {
      close()
      isFenced = !isFenced
    } else if (isFenced) put('code', line)
    else if (heading) {
      close()
      const span = { from: line.from + heading[0].length, to: line.to }
      const runs = runsOf(text, span, marked)
      blocks.push({
        kind: 'heading',
        level: heading[1]?.length ?? 1,
        at: line.from,
        runs,
        isMarked: hasMark(runs),
      })
    } else if (said.trim() === '') close()
    else put(said.trimStart().startsWith('|') ? 'table' : 'text', line)
  }
  close()
  return blocks
}

function made(text: string, kind: 'text' | 'table' | 'code', lines: Span[], marked: Span | null): Block {
  const first = lines[0]?.from ?? 0
  if (kind === 'table') {
    const rows = lines
      .filter(({ from, to }) => !RULE.test(text.slice(from, to)))
      .map((line) => cellsOf(text, line).map((cell) => runsOf(text, cell, marked)))
    return { kind, at: first, rows, isMarked: rows.some((row) => row.some(hasMark)) }
  }
  const runs = runsOf(text, { from: first, to: lines.at(-1)?.to ?? first }, marked)
  const shown = kind === 'text' ? runs.map((run) => ({ ...run, text: flowing(run.text) })) : runs
  return { kind, at: first, runs: shown, isMarked: hasMark(runs) }
}

/** Lines that were broken only because they were full are one; those of lists, addresses and verses stay. */
function flowing(text: string): string {
  const lines = text.split('\n')
  return lines.reduce((told, line, at) => {
    const before = lines[at - 1] ?? ''
    const isOwn = before.trimEnd().length < FULL_LINE || /^\s*([-*+>•]|\d+[.)])\s|^\s*$/.test(line)
    return `${told}${isOwn ? '\n' : ' '}${line}`
  })
}

function* linesOf(text: string): Generator<Span> {
  let from = 0
  while (from <= text.length) {
    const end = text.indexOf('\n', from)
    const to = end === -1 ? text.length : end
    yield { from, to }
    from = to + 1
  }
}

function cellsOf(text: string, { from, to }: Span): Span[] {
  const cells: Span[] = []
  let begun = from
  for (let at = from; at <= to; at += 1) {
    if (at < to && text[at] !== '|') continue
    cells.push(trimmed(text, { from: begun, to: at }))
    begun = at + 1
  }
  // What stands before the first bar and behind the last is nothing.
  const isBarred = text.slice(from, to).trimStart().startsWith('|')
  const inner = isBarred ? cells.slice(1) : cells
  const last = inner.at(-1)
  return last && last.from === last.to && inner.length > 1 ? inner.slice(0, -1) : inner
}

function trimmed(text: string, { from, to }: Span): Span {
  const said = text.slice(from, to)
  const start = from + said.length - said.trimStart().length
  return { from: start, to: Math.max(start, from + said.trimEnd().length) }
}

function runsOf(text: string, { from, to }: Span, marked: Span | null): Run[] {
  const start = Math.min(Math.max(marked?.from ?? to, from), to)
  const end = Math.min(Math.max(marked?.to ?? to, start), to)
  return [
    { text: text.slice(from, start), isMarked: false },
    { text: text.slice(start, end), isMarked: true },
    { text: text.slice(end, to), isMarked: false },
  ].filter((run) => run.text !== '')
}

function hasMark(runs: Run[]): boolean {
  return runs.some((run) => run.isMarked)
}
