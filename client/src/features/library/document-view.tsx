/** One document: what it is, who sees it, its versions, and its text at the passage that is meant. */
import { type ReactNode, useMemo } from 'react'
import useSWR from 'swr'
import { documents, paths } from '../../api/endpoints'
import { ApiError } from '../../api/http'
import { inOneLine } from '../../api/sentences'
import type { DocumentVersion, Person, StoredDocument } from '../../api/types'
import { useWords } from '../../language/words'
import { Link, navigate, useSearch } from '../../router'
import { Button } from '../../ui/button'
import { day, moment } from '../../ui/dates'
import { DownloadIcon, LeftIcon, LockIcon } from '../../ui/icons'
import { Notice, TroubleText } from '../../ui/notice'
import { useToasts } from '../../ui/toast'
import { useStable } from '../../ui/use-stable'
import { useTitle } from '../../ui/use-title'
import { ChangesView } from './changes-view'
import { DocumentMenu } from './document-menu'
import { bytesInWords, kindOf } from './kinds'
import { Uploads } from './library-view'
import { isDrawn, PagePictures } from './page-pictures'
import { StateMark } from './state-mark'
import { isBeingRead, type Rights, useRights } from './targets'
import { TextView } from './text-view'
import { useUploads } from './use-uploads'
import { WhereUsed } from './where-used'
import { libraryWords } from './words'

const LOOKS_AGAIN_MS = 1500

export function DocumentView({ id, person }: { id: string; person: Person }) {
  const says = useWords(libraryWords)
  const rights = useRights(person)
  const { data, error, mutate } = useSWR(paths.document(id), () => documents.one(id), {
    refreshInterval: (latest) => (latest && isBeingRead(latest) ? LOOKS_AGAIN_MS : 0),
  })
  useTitle(data?.title ?? says.title)
  const isGone = error instanceof ApiError && (error.status === 404 || error.status === 422)
  return (
    <div className="mx-auto w-full max-w-5xl px-5 pt-6 pb-24 sm:px-8 sm:pt-8">
      <Link
        href={
          data && data.target !== 'user' ? `/documents?for=${encodeURIComponent(data.target)}` : '/documents'
        }
        className="-ml-1 inline-flex min-h-9 items-center gap-1 rounded-md text-ink-soft text-sm hover:text-ink pointer-coarse:min-h-11"
      >
        <LeftIcon /> {says.document.back}
      </Link>
      {isGone ? (
        <p className="mt-6 text-ink-soft">{says.document.gone}</p>
      ) : error && !data ? (
        <div className="mt-6">
          <Notice tone="rust" actions={<Button onClick={() => void mutate()}>{says.again}</Button>}>
            <TroubleText error={error} />
          </Notice>
        </div>
      ) : data ? (
        <Opened document={data} rights={rights} onChanged={() => void mutate()} />
      ) : (
        <p role="status" className="mt-6 text-ink-faint">
          {says.loading}
        </p>
      )}
    </div>
  )
}

interface OpenedProps {
  document: StoredDocument
  rights: Rights
  onChanged: () => void
}

function Opened({ document, rights, onChanged }: OpenedProps) {
  const says = useWords(libraryWords)
  const { id, title, target, mediaType, bytes, pages, updatedAt } = document
  const changed = useStable(onChanged)
  const { going, add, dismiss } = useUploads(changed)
  const kind = target.split(':')[0] as keyof typeof says.seen
  const facts = [
    says.kinds[kindOf(mediaType)],
    bytesInWords(bytes, says.bytes),
    pages === null ? null : says.facts.pages(pages),
    says.facts.changed(day(updatedAt)),
  ]
  return (
    <>
      <div className="mt-2 flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <h1 className="text-balance font-semibold font-serif text-3xl leading-tight tracking-[-0.015em]">
            {title}
          </h1>
          <p className="mt-2 text-ink-faint text-sm">{facts.filter(Boolean).join(' · ')}</p>
          <p className="mt-1 flex items-start gap-1.5 text-ink-soft text-sm">
            <LockIcon className="mt-px shrink-0 text-ink-faint" /> {says.seen[kind]}
          </p>
        </div>
        <DocumentMenu
          document={document}
          rights={rights}
          onChanged={onChanged}
          onRemoved={() => navigate('/documents', { replace: true })}
          onNewVersion={(file) => add([file], { versionOf: id })}
        />
      </div>
      <Uploads going={going} onDismiss={dismiss} />
      <div className="mt-4" role="status">
        <StateMark document={document} />
      </div>
      {document.status !== 'ready' && !isBeingRead(document) && rights.mayChange(document) && (
        <Button className="mt-3" onClick={() => void documents.reindex(id).finally(onChanged)}>
          {says.reindex}
        </Button>
      )}
      <div className="mt-6 grid items-start gap-x-10 gap-y-8 border-line border-t pt-6 lg:grid-cols-[minmax(0,1fr)_15rem]">
        <Content document={document} />
        <div className="flex min-w-0 flex-col gap-8">
          <Versions document={document} mayRestore={rights.mayChange(document)} onChanged={onChanged} />
          <WhereUsed documentId={id} />
        </div>
      </div>
    </>
  )
}

/** As it looks, as it reads, or what a version has otherwise; which of them, the address says. */
function Content({ document }: { document: StoredDocument }) {
  const says = useWords(libraryWords)
  const address = useSearch()
  const { id, mediaType, pages } = document
  const version = countIn(address.get('version'))
  const since = countIn(address.get('since'))
  if (version !== null && since !== null) {
    return (
      <section aria-label={says.changes.label} className="min-w-0 max-w-[44rem]">
        <ChangesView documentId={id} since={since} version={version} />
      </section>
    )
  }
  if (!isDrawn(mediaType)) return <Text document={document} />
  const isImage = mediaType.startsWith('image/')
  const isLook = (address.get('view') ?? (isImage && !address.has('at') ? 'pages' : 'text')) === 'pages'
  const drawn = version ?? document.version
  return (
    <div className="min-w-0 max-w-[44rem]">
      <nav aria-label={says.look.label} className="mb-5 flex gap-2">
        <LookLink to="text" isOn={!isLook} label={says.look.text} />
        <LookLink to="pages" isOn={isLook} label={isImage ? says.look.picture : says.look.pages} />
      </nav>
      {isLook ? (
        <section aria-label={isImage ? says.look.picture : says.look.pages}>
          <PagePictures
            key={drawn}
            documentId={id}
            version={drawn}
            pages={isImage ? 1 : (pages ?? 1)}
            at={countIn(address.get('page'))}
          />
        </section>
      ) : (
        <Text document={document} />
      )}
    </div>
  )
}

function LookLink({ to, isOn, label }: { to: 'text' | 'pages'; isOn: boolean; label: string }) {
  const search = new URLSearchParams(useSearch())
  search.set('view', to)
  return (
    <Link
      href={`${location.pathname}?${search}`}
      aria-current={isOn ? 'page' : undefined}
      className={`flex min-h-9 items-center rounded-full border px-3.5 text-sm pointer-coarse:min-h-11 ${
        isOn
          ? 'border-kelp bg-kelp-wash font-medium text-kelp-deep'
          : 'border-line text-ink-soft hover:border-ink-faint hover:text-ink'
      }`}
    >
      {label}
    </Link>
  )
}

function Text({ document }: { document: StoredDocument }) {
  const says = useWords(libraryWords)
  const address = useSearch()
  const version = countIn(address.get('version'))
  const page = countIn(address.get('page'))
  const at = address.get('at')
  const passage = useMemo(() => {
    const [, from, to] = /^(\d{1,9})-(\d{1,9})$/.exec(at ?? '') ?? []
    if (from !== undefined && to !== undefined) return { page, from: Number(from), to: Number(to) }
    return null
  }, [at, page])
  const { id, status, version: newest } = document
  // Read anew, it is another text.
  const { data, error } = useSWR(['document text', id, version, newest, status], () =>
    documents.text(id, version, null),
  )
  const isMissing = error instanceof ApiError && error.status === 404
  return (
    <section aria-label={says.document.text} className="min-w-0 max-w-[44rem]">
      {data && data.version !== newest && (
        <div className="mb-5">
          <Notice
            actions={
              version !== null && (
                <Button onClick={() => navigate(`/documents/${id}`)}>{says.document.current}</Button>
              )
            }
          >
            {says.document.old(data.version)}
          </Notice>
        </div>
      )}
      {data ? (
        <TextView key={`${data.version} ${at} ${page}`} pages={data.pages} passage={passage} />
      ) : isMissing ? (
        <p className="text-ink-faint">{says.document.notYet}</p>
      ) : error ? (
        <Notice tone="rust">
          <TroubleText error={error} />
        </Notice>
      ) : (
        <p role="status" className="text-ink-faint">
          {says.loading}
        </p>
      )}
    </section>
  )
}

interface VersionsProps {
  document: StoredDocument
  mayRestore: boolean
  onChanged: () => void
}

function Versions({ document, mayRestore, onChanged }: VersionsProps) {
  const says = useWords(libraryWords)
  const { show } = useToasts()
  const { id, version } = document
  const { data = [] } = useSWR(['document versions', id, version], () => documents.versions(id))

  async function restore(number: number) {
    try {
      await documents.restore(id, number)
      show(says.saidRestored(number))
    } catch (error) {
      show(inOneLine(error))
    }
    onChanged()
  }

  return (
    <section aria-labelledby="document-versions">
      <h2 id="document-versions" className="font-semibold text-sm">
        {says.document.versions}
      </h2>
      <ul className="mt-2 flex flex-col divide-y divide-line border-line border-y">
        {data.map((one) => (
          <VersionRow key={one.number} version={one} documentId={id} isCurrent={one.number === version}>
            {mayRestore && one.number !== version && (
              <button
                type="button"
                aria-label={says.document.restoreVersion(one.number)}
                onClick={() => void restore(one.number)}
                className="min-h-8 rounded-md px-2 text-ink-soft hover:bg-sunk hover:text-ink pointer-coarse:min-h-11"
              >
                {says.document.restore}
              </button>
            )}
          </VersionRow>
        ))}
      </ul>
    </section>
  )
}

interface VersionRowProps {
  version: DocumentVersion
  documentId: string
  isCurrent: boolean
  children: ReactNode
}

function VersionRow({ version, documentId, isCurrent, children }: VersionRowProps) {
  const words = useWords(libraryWords)
  const says = words.document
  const { number, createdAt, bytes } = version
  return (
    <li className="flex items-center gap-1 py-1.5 text-sm">
      <div className="min-w-0 flex-1">
        <Link
          href={isCurrent ? `/documents/${documentId}` : `/documents/${documentId}?version=${number}`}
          className="rounded-sm font-medium hover:underline"
        >
          {says.version(number)}
          {isCurrent && <span className="font-normal text-kelp"> · {says.isCurrent}</span>}
        </Link>
        <p className="text-ink-faint">
          {moment(createdAt)} · {bytesInWords(bytes, words.bytes)}
        </p>
        {number > 1 && (
          <Link
            href={`/documents/${documentId}?version=${number}&since=${number - 1}`}
            aria-label={says.changesOf(number)}
            className="rounded-sm text-ink-soft hover:text-ink hover:underline"
          >
            {says.changes}
          </Link>
        )}
      </div>
      {children}
      <a
        href={paths.content(documentId, number)}
        download
        aria-label={says.downloadVersion(number)}
        title={says.downloadVersion(number)}
        className="grid size-8 shrink-0 place-items-center rounded-lg text-ink-faint hover:bg-sunk hover:text-ink pointer-coarse:size-11"
      >
        <DownloadIcon />
      </a>
    </li>
  )
}

function countIn(text: string | null): number | null {
  return text && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null
}
