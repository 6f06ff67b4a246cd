import { type ReactNode, useRef } from 'react'
import { useWords } from '../../../language/words'
import { useCopied } from '../../../ui/copy'
import { CheckIcon, CopyIcon, DownloadIcon } from '../../../ui/icons'
import { uiWords } from '../../../ui/words'
import { cellsOf, toCsv, toTabs } from './table-cells'
import { markdownWords } from './words'

/** A table may be wider than the words around it, and is taken along as a spreadsheet reads it. */
export function Table({ children }: { children?: ReactNode }) {
  const { copied } = useWords(uiWords)
  const says = useWords(markdownWords)
  const table = useRef<HTMLTableElement>(null)
  const [isCopied, copy] = useCopied()
  return (
    <div className="table-place">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable by keys */}
      <div className="table-scroll" tabIndex={0}>
        <table ref={table}>{children}</table>
      </div>
      <div className="table-tools">
        <button type="button" onClick={() => copy(toTabs(cellsOf(table.current)))}>
          {isCopied ? <CheckIcon className="text-kelp" /> : <CopyIcon />}
          {isCopied ? copied : says.copyTable}
        </button>
        <button type="button" onClick={() => save(toCsv(cellsOf(table.current)), 'table.csv')}>
          <DownloadIcon /> {says.downloadCsv}
        </button>
      </div>
    </div>
  )
}

function save(text: string, name: string): void {
  // Without the mark at its beginning, Excel reads UTF-8 as something else.
  const url = URL.createObjectURL(new Blob(['\ufeff', text], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
