/** Under an answer, the passages that it cites, by the numbers of its marks. */
import { useWords } from '../../language/words'
import { type Cited, openPassage, writePlace } from './cited'
import { named, useIsOpen } from './mark'
import { documentWords } from './words'

export function Sources({ cited }: { cited: Cited[] }) {
  const says = useWords(documentWords)
  if (cited.length === 0) return null
  return (
    <section aria-label={says.sources}>
      <ul className="flex flex-wrap gap-2">
        {cited.map((one) => (
          <li key={one.number} className="min-w-0 max-w-full">
            <Source cited={one} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Source({ cited }: { cited: Cited }) {
  const says = useWords(documentWords)
  const isOpen = useIsOpen(cited)
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      data-passage={writePlace(cited)}
      onClick={() => openPassage(isOpen ? null : cited)}
      className={`flex min-h-9 max-w-full items-center gap-2 rounded-lg border px-2.5 text-left text-sm transition-colors pointer-coarse:min-h-11 ${
        isOpen
          ? 'border-kelp bg-kelp-wash text-ink'
          : 'border-line bg-raised text-ink-soft hover:border-ink-faint hover:text-ink'
      }`}
    >
      <span className="citation" aria-hidden="true">
        {cited.number}
      </span>
      <span className="sr-only">{says.source(cited.number)}</span>
      <span className="min-w-0 truncate">{named(says, cited)}</span>
    </button>
  )
}
