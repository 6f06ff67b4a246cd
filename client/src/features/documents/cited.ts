/** What an answer cites: the documents its marks lead to, as the server's parts tell it. */
import { createContext, useMemo } from 'react'
import { navigate } from '../../router'

export interface CitedPart {
  type: string
  sourceId?: string
  title?: string
  providerMetadata?: Record<string, unknown> | undefined
}

/** Where a passage stands in the text of its document. */
export interface Place {
  documentId: string
  /** Null in answers of before versions were told. */
  version: number | null
  page: number | null
  /** In characters, as the server counts them: one for each code point. */
  starts: number
  length: number
}

export interface Cited extends Place {
  /** As the mark says it. */
  number: number
  title: string
}

const ID = /^[0-9a-f-]{36}$/

/** In the order of their marks. Of a part that says no place of ours, nothing is shown. */
export function citedIn(parts: readonly CitedPart[]): Cited[] {
  const found = new Map<number, Cited>()
  for (const { type, title, providerMetadata } of parts) {
    const place = type === 'source-document' ? (providerMetadata?.holdfast as Partial<Cited>) : undefined
    if (typeof place?.number !== 'number' || typeof place.documentId !== 'string') continue
    if (!ID.test(place.documentId) || found.has(place.number)) continue
    const { number, documentId, version = null, page = null, starts = 0, length = 0 } = place
    found.set(number, { number, documentId, version, page, starts, length, title: title ?? '' })
  }
  return [...found.values()].toSorted((one, other) => one.number - other.number)
}

export type Marks = ReadonlyMap<number, Cited>
export const NO_MARKS: Marks = new Map()
export const MarksContext = createContext<Marks>(NO_MARKS)

/** The same value until another passage is cited: an answer comes in hundreds of pieces, and few of them cite. */
export function useMarks(parts: readonly CitedPart[]): Marks {
  const cited = citedIn(parts)
  const key = JSON.stringify(cited)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says all that is in it
  return useMemo(
    () => (cited.length === 0 ? NO_MARKS : new Map(cited.map((one) => [one.number, one]))),
    [key],
  )
}

/** A place in an address: `<document>~<version>~<page>~<starts>~<length>`. */
export function writePlace({ documentId, version, page, starts, length }: Place): string {
  return [documentId, version ?? '', page ?? '', starts, length].join('~')
}

export function readPlace(written: string | null): Place | null {
  const [documentId = '', version = '', page = '', starts = '', length = ''] = written?.split('~') ?? []
  if (!ID.test(documentId)) return null
  return {
    documentId,
    version: countIn(version),
    page: countIn(page),
    starts: countIn(starts) ?? 0,
    length: countIn(length) ?? 0,
  }
}

function countIn(text: string): number | null {
  return /^\d{1,9}$/.test(text) ? Number(text) : null
}

/** The document's own page, at the passage. */
export function placeAddress({ documentId, version, page, starts, length }: Place): string {
  const search = new URLSearchParams()
  if (version !== null) search.set('version', String(version))
  if (page !== null) search.set('page', String(page))
  if (length > 0) search.set('at', `${starts}-${starts + length}`)
  return `/documents/${documentId}${search.size > 0 ? `?${search}` : ''}`
}

/** Beside the chat, so that one goes on reading where one is. */
export function openPassage(place: Place | null): void {
  const search = new URLSearchParams(location.search)
  for (const other of ['why', 'view', 'passage']) search.delete(other)
  if (place) search.set('passage', writePlace(place))
  navigate(`${location.pathname}${search.size > 0 ? `?${search}` : ''}`)
}
