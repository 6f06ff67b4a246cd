/** What was read from a document, page by page, with a passage marked in it and in sight. */
import { Fragment, memo, type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useWords } from '../../language/words'
import { Button } from '../../ui/button'
import { type Block, inUnits, layOut, type Run, type Span } from './lay-out'
import { libraryWords } from './words'

export interface PageText {
  page: number | null
  text: string
}

interface TextViewProps {
  pages: PageText[]
  /** On which page, and where on it, as the server counts. */
  passage: (Span & { page: number | null }) | null
  /** How many blocks are shown at first around the passage. */
  shows?: number
}

interface Placed {
  page: number | null
  block: Block
}

export const TextView = memo(function TextView({ pages, passage, shows = 240 }: TextViewProps) {
  const says = useWords(libraryWords).text
  const placed = useMemo(() => pages.flatMap((page) => placeOf(page, passage)), [pages, passage])
  const at = Math.max(
    0,
    placed.findIndex(({ block }) => block.isMarked),
  )
  const [more, setMore] = useState({ before: 0, after: 0 })
  const from = Math.max(0, at - Math.floor(shows / 4) - more.before)
  const to = Math.min(placed.length, at + shows + more.after)
  const first = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each passage, when it is drawn
  useLayoutEffect(() => {
    first.current?.scrollIntoView?.({ block: 'center' })
  }, [passage, pages])

  if (placed.length === 0) return <p className="text-ink-faint">{says.empty}</p>
  return (
    <div className="document-text">
      {from > 0 && (
        <Button look="quiet" onClick={() => setMore({ ...more, before: more.before + shows })}>
          {says.before}
        </Button>
      )}
      {placed.slice(from, to).map(({ page, block }, place) => {
        const former = place === 0 ? undefined : placed[from + place - 1]
        return (
          <Fragment key={`${page}-${block.at}`}>
            {page !== null && former?.page !== page && <p className="page-mark">{says.page(page)}</p>}
            <BlockView block={block} mark={from + place === at && block.isMarked ? first : null} />
          </Fragment>
        )
      })}
      {to < placed.length && (
        <Button look="quiet" onClick={() => setMore({ ...more, after: more.after + shows })}>
          {says.after}
        </Button>
      )}
    </div>
  )
})

function placeOf({ page, text }: PageText, passage: TextViewProps['passage']): Placed[] {
  const isHere = passage !== null && passage.page === page
  return layOut(text, isHere ? inUnits(text, passage) : null).map((block) => ({ page, block }))
}

interface BlockViewProps {
  block: Block
  /** On the first of what is marked. */
  mark: RefObject<HTMLElement | null> | null
}

function BlockView({ block, mark }: BlockViewProps) {
  switch (block.kind) {
    case 'heading':
      // Not one of the page's own headings: it is a quotation.
      return (
        <p data-level={block.level} className="heading">
          <Runs runs={block.runs} mark={mark} />
        </p>
      )
    case 'code':
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
        <pre tabIndex={0}>
          <Runs runs={block.runs} mark={mark} />
        </pre>
      )
    case 'table':
      return <TableView rows={block.rows} mark={mark} />
    default:
      return (
        <p>
          <Runs runs={block.runs} mark={mark} />
        </p>
      )
  }
}

function TableView({ rows, mark }: { rows: Run[][][]; mark: BlockViewProps['mark'] }) {
  const [head, ...others] = rows
  const first = others.findIndex((row) => row.some((cell) => cell.some((run) => run.isMarked)))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
    <div tabIndex={0} className="table-place">
      <table>
        <thead>
          <tr>
            {head?.map((cell, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a document's text never changes under its reader
              <th key={column} scope="col">
                <Runs runs={cell} mark={first === -1 && column === 0 ? mark : null} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {others.map((row, line) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: as above
            <tr key={line}>
              {row.map((cell, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: as above
                <td key={column}>
                  <Runs runs={cell} mark={line === first && column === 0 ? mark : null} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Runs({ runs, mark }: { runs: Run[]; mark: BlockViewProps['mark'] }) {
  return runs.map(({ text, isMarked }, at) =>
    isMarked ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: as above
      <mark key={at} ref={mark}>
        {text}
      </mark>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: as above
      <Fragment key={at}>{text}</Fragment>
    ),
  )
}
