/** What stands in a table, as other programs read it. */
export function cellsOf(table: HTMLTableElement | null): string[][] {
  return [...(table?.rows ?? [])].map((row) => [...row.cells].map(wordsIn))
}

/** A formula by its source, and a link without the name of its host that we put beside it. */
function wordsIn(cell: HTMLElement): string {
  const copy = cell.cloneNode(true) as HTMLElement
  for (const host of copy.querySelectorAll('.goes-to')) host.remove()
  for (const formula of copy.querySelectorAll('.katex')) {
    formula.replaceWith(formula.querySelector('annotation')?.textContent ?? '')
  }
  return (copy.textContent ?? '').replace(/\s+/g, ' ').trim()
}

export function toTabs(rows: string[][]): string {
  return rows.map((row) => row.join('\t')).join('\n')
}

/** A cell that a spreadsheet would run is written as words: nobody but a model knows what it would do there. */
export function toCsv(rows: string[][]): string {
  return rows.map((row) => `${row.map((cell) => quoted(asWords(cell))).join(',')}\r\n`).join('')
}

function asWords(cell: string): string {
  const isNumber = /^[+-]?[\d.,\s]+%?$/.test(cell)
  return /^[=+\-@\t\r]/.test(cell) && !isNumber ? `'${cell}` : cell
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
