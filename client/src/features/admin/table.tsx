import type { ReactNode } from 'react'

interface TableProps {
  label: string
  /** The first column is the name of its row; the others are figures unless they say otherwise. */
  heads: string[]
  children: ReactNode
}

/** Figures in columns. On a phone it is the table that scrolls, not the page. */
export function Table({ label, heads, children }: TableProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: it may be named as the part it stands in, so it is no landmark
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <div role="group" aria-label={label} tabIndex={0} className="-mx-5 overflow-x-auto px-5 sm:mx-0 sm:px-0">
      <table className="w-full border-collapse text-[0.9375rem] tabular-nums">
        <thead>
          <tr className="border-line border-b text-ink-faint text-sm">
            {heads.map((head, at) => (
              <th
                key={head}
                scope="col"
                className={`whitespace-nowrap py-2 font-medium ${at === 0 ? 'pr-3 text-left' : 'px-3 text-right'}`}
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}

export function TableRow({ name, cells }: { name: ReactNode; cells: ReactNode[] }) {
  return (
    <tr className="border-line border-b">
      <th scope="row" className="py-2 pr-3 text-left font-normal">
        {name}
      </th>
      {cells.map((cell, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a cell is named by its column
        <td key={at} className="whitespace-nowrap px-3 py-2 text-right text-ink-soft">
          {cell}
        </td>
      ))}
    </tr>
  )
}
