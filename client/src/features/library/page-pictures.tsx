/** Pages as they look: of a PDF all of them, of a picture the one it is. */
import { useLayoutEffect, useRef, useState } from 'react'
import { paths } from '../../api/endpoints'
import { useWords } from '../../language/words'
import { libraryWords } from './words'

/** Whether there are pictures of its pages. */
export function isDrawn(mediaType: string): boolean {
  return mediaType === 'application/pdf' || mediaType.startsWith('image/')
}

interface PagePicturesProps {
  documentId: string
  version: number
  pages: number
  /** Which one is meant. */
  at: number | null
}

export function PagePictures({ documentId, version, pages, at }: PagePicturesProps) {
  const meant = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each page that is meant
  useLayoutEffect(() => {
    meant.current?.scrollIntoView?.({ block: 'start' })
  }, [at])
  return (
    <div className="flex flex-col gap-6">
      {Array.from({ length: pages }, (_, place) => place + 1).map((page) => (
        <PagePicture
          key={page}
          documentId={documentId}
          version={version}
          page={page}
          isOnly={pages === 1}
          place={page === at ? meant : null}
        />
      ))}
    </div>
  )
}

interface PagePictureProps {
  documentId: string
  version: number | null
  page: number
  isOnly?: boolean
  place?: React.Ref<HTMLElement>
}

export function PagePicture({ documentId, version, page, isOnly = false, place }: PagePictureProps) {
  const says = useWords(libraryWords)
  const [state, setState] = useState<'waits' | 'shown' | 'none'>('waits')
  return (
    <figure ref={place ?? null} className="scroll-mt-4">
      {!isOnly && <figcaption className="page-mark">{says.text.page(page)}</figcaption>}
      {state === 'none' ? (
        <p className="text-ink-faint">{says.look.none}</p>
      ) : (
        <img
          src={paths.picture(documentId, page, version)}
          alt={isOnly ? says.look.picture : says.look.ofPage(page)}
          loading="lazy"
          decoding="async"
          onLoad={() => setState('shown')}
          onError={() => setState('none')}
          className={`w-full rounded-lg border border-line bg-raised ${state === 'waits' ? 'aspect-[1/1.414]' : ''}`}
        />
      )}
    </figure>
  )
}
