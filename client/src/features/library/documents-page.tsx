/** The library, each document of it and its sources, at addresses of their own. */
import type { Person } from '../../api/types'
import { DocumentView } from './document-view'
import { LibraryView } from './library-view'
import { SourcesView } from './sources-view'

interface DocumentsPageProps {
  documentId: string | null
  person: Person
}

export default function DocumentsPage({ documentId, person }: DocumentsPageProps) {
  if (documentId === 'sources') return <SourcesView person={person} />
  return documentId === null ? (
    <LibraryView person={person} />
  ) : (
    <DocumentView id={documentId} person={person} />
  )
}
