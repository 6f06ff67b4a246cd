/** A number in an answer that leads to the passage it was taken from. */
import { useContext } from 'react'
import { useWords } from '../../language/words'
import { useSearch } from '../../router'
import { type Cited, MarksContext, openPassage, writePlace } from './cited'
import { documentWords } from './words'

export function CitationMark({ number }: { number: number }) {
  const cited = useContext(MarksContext).get(number)
  return cited ? <Mark cited={cited} /> : <>[{number}]</>
}

function Mark({ cited }: { cited: Cited }) {
  const says = useWords(documentWords)
  const isOpen = useIsOpen(cited)
  const name = says.mark(cited.number, named(says, cited))
  return (
    <button
      type="button"
      aria-label={name}
      title={named(says, cited)}
      aria-expanded={isOpen}
      data-passage={writePlace(cited)}
      onClick={() => openPassage(isOpen ? null : cited)}
      className="citation"
    >
      {cited.number}
    </button>
  )
}

export function useIsOpen(cited: Cited): boolean {
  return useSearch().get('passage') === writePlace(cited)
}

interface Naming {
  page: (page: number) => string
}

/** "The handbook, page 3" */
export function named(says: Naming, { title, page }: { title: string; page: number | null }): string {
  return page === null ? title : `${title}, ${says.page(page)}`
}
