/** A passage beside the answer that cites it, in the words around it. */
import { useEffect, useMemo, useRef, useState } from 'react'
import useSWR from 'swr'
import { documents, paths } from '../../api/endpoints'
import { ApiError } from '../../api/http'
import { useWords } from '../../language/words'
import { Link } from '../../router'
import { Button, IconButton } from '../../ui/button'
import { CloseIcon, RightIcon } from '../../ui/icons'
import { Notice, TroubleText } from '../../ui/notice'
import { SidePanel, useFocusBack } from '../../ui/side-panel'
import { placeAddress, readPlace } from '../documents/cited'
import { PagePicture } from './page-pictures'
import { TextView } from './text-view'
import { libraryWords } from './words'

const SHOWN_AROUND = 14

interface PassagePanelProps {
  /** As it stands in the address. */
  written: string
  onClose: () => void
}

export default function PassagePanel({ written, onClose }: PassagePanelProps) {
  const says = useWords(libraryWords)
  const place = useMemo(() => readPlace(written), [written])
  const heading = useRef<HTMLHeadingElement>(null)
  const opener = `[data-passage="${CSS.escape(written)}"]`
  useFocusBack(opener)
  useEffect(() => {
    if (document.activeElement?.matches(opener)) heading.current?.focus({ preventScroll: true })
  }, [opener])
  const id = place?.documentId ?? null
  const document_ = useSWR(id && paths.document(id), () => documents.one(id ?? ''))
  const text = useSWR(place && ['document text', id, place.version, place.page], () =>
    documents.text(id ?? '', place?.version ?? null, place?.page ?? null),
  )
  const passage = useMemo(
    () => place && { page: place.page, from: place.starts, to: place.starts + place.length },
    [place],
  )
  const error = document_.error ?? text.error
  const isGone = !place || (error instanceof ApiError && error.status === 404)
  const found = document_.data
  return (
    <SidePanel label={says.panel.label} testId="passage" onClose={onClose}>
      <header className="sticky top-0 z-10 flex min-h-16 shrink-0 items-center gap-1 border-line border-b bg-paper py-2 pr-3 pl-6">
        <div className="mr-auto min-w-0">
          <h2
            ref={heading}
            tabIndex={-1}
            className="truncate font-semibold font-serif text-lg leading-snug outline-none"
          >
            {found?.title ?? says.panel.label}
          </h2>
          {place && place.page !== null && !isGone && (
            <p className="text-ink-faint text-sm">{says.text.page(place.page)}</p>
          )}
        </div>
        <IconButton label={says.panel.close} onClick={onClose}>
          <CloseIcon />
        </IconButton>
      </header>
      <div className="px-6 pt-5 pb-[calc(3rem+env(safe-area-inset-bottom))]">
        {isGone ? (
          <Notice>{says.panel.gone}</Notice>
        ) : error ? (
          <Notice
            tone="rust"
            actions={
              <Button onClick={() => [void document_.mutate(), void text.mutate()]}>{says.again}</Button>
            }
          >
            <TroubleText error={error} />
          </Notice>
        ) : text.data && place ? (
          <>
            <TextView key={written} pages={text.data.pages} passage={passage} shows={SHOWN_AROUND} />
            {found?.mediaType === 'application/pdf' && place.page !== null && (
              <AsItLooks
                key={`look ${written}`}
                documentId={place.documentId}
                version={place.version}
                page={place.page}
              />
            )}
            <Link
              href={placeAddress(place)}
              className="mt-8 inline-flex min-h-10 items-center gap-1.5 rounded-lg font-medium text-[0.9375rem] text-kelp hover:underline"
            >
              {says.panel.open} <RightIcon />
            </Link>
          </>
        ) : (
          <p role="status" className="text-ink-faint">
            {says.loading}
          </p>
        )}
      </div>
    </SidePanel>
  )
}

/** The page it stands on, for whoever asks: it has to be drawn. */
function AsItLooks({
  documentId,
  version,
  page,
}: {
  documentId: string
  version: number | null
  page: number
}) {
  const says = useWords(libraryWords).look
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="mt-6">
      <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? says.hide : says.show}
      </Button>
      {isOpen && (
        <div className="mt-4">
          <PagePicture documentId={documentId} version={version} page={page} />
        </div>
      )}
    </div>
  )
}
