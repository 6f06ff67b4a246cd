import { describe, expect, it } from 'vitest'
import { type Block, inUnits, layOut } from './lay-out'

const TEXT = `# Handbook

## Holidays

Everybody has twenty-eight days.
They expire in March.

| Name | Days |
| --- | --- |
| Ada | 28 |

\`\`\`
# no heading
\`\`\`
`

const marked = (blocks: Block[]) =>
  blocks.flatMap((block) => {
    const runs = block.kind === 'table' ? block.rows.flat(2) : block.runs
    return runs.filter((run) => run.isMarked).map((run) => run.text)
  })

describe('the text of a document', () => {
  it('is headings, paragraphs, tables and code', () => {
    const blocks = layOut(TEXT, null)
    expect(blocks.map((block) => block.kind)).toEqual(['heading', 'heading', 'text', 'table', 'code'])
    const table = blocks[3]
    expect(table?.kind === 'table' && table.rows.map((row) => row.map((cell) => cell[0]?.text))).toEqual([
      ['Name', 'Days'],
      ['Ada', '28'],
    ])
    expect(marked(blocks)).toEqual([])
  })

  it('has its passage marked, over blocks and in cells', () => {
    const from = TEXT.indexOf('They expire')
    const to = TEXT.indexOf('28 |') + 2
    expect(marked(layOut(TEXT, { from, to }))).toEqual(['They expire in March.', 'Name', 'Days', 'Ada', '28'])
  })

  it('is marked where the server means it, whatever stands before', () => {
    const text = '😀😀 here it is'
    // Seven code points in, as Python counts them.
    expect(text.slice(...Object.values(inUnits(text, { from: 3, to: 7 })))).toBe('here')
    expect(inUnits('plain', { from: 1, to: 3 })).toEqual({ from: 1, to: 3 })
  })

  it('flows where lines were broken because they were full, and nowhere else', () => {
    const full = 'Trains are booked in second class, six weeks ahead where the day is'
    const runs = layOut(`${full}\nknown.\n- one\n- two`, null).flatMap((block) =>
      'runs' in block ? block.runs : [],
    )
    expect(runs.map((run) => run.text)).toEqual([`${full} known.\n- one\n- two`])
  })

  it('ends where the text ends, though the passage is said to be longer', () => {
    expect(marked(layOut('One line', { from: 4, to: 400 }))).toEqual(['line'])
    expect(marked(layOut('One line', { from: 40, to: 400 }))).toEqual([])
  })
})
