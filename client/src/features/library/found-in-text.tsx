/** What the documents of a target say about what is looked for: each passage a way to where it stands. */
import useSWR from 'swr'
import { documents } from '../../api/endpoints'
import { useWords } from '../../language/words'
import { Link } from '../../router'
import { placeAddress } from '../documents/cited'
import { libraryWords } from './words'

const MOST = 5
const SHORTEST = 3

export function FoundInText({
  target,
  folder,
  query,
}: {
  target: string
  folder: string | null
  query: string
}) {
  const says = useWords(libraryWords)
  const isAsked = query.length >= SHORTEST
  const { data } = useSWR(isAsked ? ['documents say', target, folder, query] : null, () =>
    documents.search(query, target, folder, MOST),
  )
  if (!isAsked || !data || data.passages.length === 0) return null
  return (
    <section aria-labelledby="found-in-text" className="mt-8">
      <h2 id="found-in-text" className="font-semibold text-sm">
        {says.inText}
      </h2>
      <ul className="mt-2 divide-y divide-line border-line border-y">
        {data.passages.map(({ passageId, documentId, version, title, page, headings, starts, text }) => (
          <li key={passageId} data-testid="found-passage" className="py-3">
            <Link
              href={placeAddress({ documentId, version, page, starts, length: [...text].length })}
              className="block rounded-sm hover:underline"
            >
              <span className="font-medium">{[title, ...headings].join(' › ')}</span>
              {page !== null && <span className="text-ink-faint text-sm"> · {says.text.page(page)}</span>}
            </Link>
            <p className="mt-1 line-clamp-3 text-ink-soft text-sm">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
