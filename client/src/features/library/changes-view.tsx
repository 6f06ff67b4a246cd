/** What a version says otherwise than another, line by line. */
import useSWR from 'swr'
import { documents } from '../../api/endpoints'
import { useWords } from '../../language/words'
import { Notice, TroubleText } from '../../ui/notice'
import { libraryWords } from './words'

interface ChangesViewProps {
  documentId: string
  since: number
  version: number
}

export function ChangesView({ documentId, since, version }: ChangesViewProps) {
  const says = useWords(libraryWords)
  const { data, error } = useSWR(['document changes', documentId, version, since], () =>
    documents.changes(documentId, version, since),
  )
  if (error) {
    return (
      <Notice tone="rust">
        <TroubleText error={error} />
      </Notice>
    )
  }
  if (!data) {
    return (
      <p role="status" className="text-ink-faint">
        {says.loading}
      </p>
    )
  }
  const isSame = data.changes.every(({ kind }) => kind === 'same' || kind === 'skipped')
  return (
    <div>
      <h2 className="font-semibold text-lg">{says.changes.title(version, since)}</h2>
      {isSame && <p className="mt-3 text-ink-faint">{says.changes.none}</p>}
      {!isSame && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
        <div tabIndex={0} className="mt-4 overflow-x-auto rounded-lg border border-line text-[0.9375rem]">
          {data.changes.map((change, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two versions never change under their reader
            <Change key={at} change={change} />
          ))}
        </div>
      )}
    </div>
  )
}

type ChangeOfText = Awaited<ReturnType<typeof documents.changes>>['changes'][number]

function Change({ change: { kind, lines, text } }: { change: ChangeOfText }) {
  const says = useWords(libraryWords).changes
  switch (kind) {
    case 'skipped':
      return (
        <p className="border-line border-y bg-sunk px-4 py-1 text-ink-faint text-sm">{says.skipped(lines)}</p>
      )
    case 'added':
      return (
        <ins className="block whitespace-pre-wrap bg-kelp-wash px-4 py-1 text-kelp-deep no-underline">
          <span className="sr-only">{says.added} </span>
          {text}
        </ins>
      )
    case 'removed':
      return (
        <del className="block whitespace-pre-wrap bg-amber-wash px-4 py-1 text-ink-soft">
          <span className="sr-only">{says.removed} </span>
          {text}
        </del>
      )
    default:
      return <p className="whitespace-pre-wrap px-4 py-1">{text}</p>
  }
}
