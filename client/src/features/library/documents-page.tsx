/** The library, each document of it, its sources and what it was good for, at addresses of their own. */
import type { Person } from '../../api/types'
import { DocumentView } from './document-view'
import { LibraryView } from './library-view'
import { SourcesView } from './sources-view'
import { UseView } from './use-view'

interface DocumentsPageProps {
  documentId: string | null
  person: Person
}

export default function DocumentsPage({ documentId, person }: DocumentsPageProps) {
  if (documentId === 'sources') return <SourcesView person={person} />
  if (documentId === 'use') return <UseView person={person} />
  return documentId === null ? (
    <LibraryView person={person} />
  ) : (
    <DocumentView id={documentId} person={person} />
  )
}
