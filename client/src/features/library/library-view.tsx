/** All that was brought: found by name and folder, followed while it is read, and more brought by button or by drop. */
import { type ReactNode, useEffect, useRef, useState } from 'react'
import useSWR from 'swr'
import { documents } from '../../api/endpoints'
import type { Person, StoredDocument } from '../../api/types'
import { usePages } from '../../api/use-pages'
import { number, percent } from '../../language/formats'
import { useWords } from '../../language/words'
import { Link, navigate, useSearch } from '../../router'
import { Button, IconButton } from '../../ui/button'
import { day } from '../../ui/dates'
import { AgainIcon, CloseIcon, DocumentIcon, FolderIcon, SearchIcon, UploadIcon } from '../../ui/icons'
import { More } from '../../ui/more'
import { Select } from '../../ui/select'
import { useFileDrop } from '../../ui/use-file-drop'
import { useStable } from '../../ui/use-stable'
import { useTitle } from '../../ui/use-title'
import { ChartIcon } from '../settings/icons'
import { DocumentMenu, foldersKey } from './document-menu'
import { FoundInText } from './found-in-text'
import { bytesInWords, kindOf } from './kinds'
import { Progress, StateMark } from './state-mark'
import { isBeingRead, type Rights, type Target, useRights } from './targets'
import { type Going, useUploads } from './use-uploads'
import { libraryWords } from './words'

const LOOKS_AGAIN_MS = 1500
const RESTS_MS = 200

export function LibraryView({ person }: { person: Person }) {
  const says = useWords(libraryWords)
  const rights = useRights(person)
  useTitle(says.title)
  const search = useSearch()
  const wanted = search.get('for') ?? 'user'
  const target = rights.targets.find(({ name }) => name === wanted) ?? ownTarget(rights, wanted)
  const folder = search.get('folder')
  const [query, setQuery] = useState('')
  const asked = useRested(query.trim())
  const [isReading, setReading] = useState(false)
  const pages = usePages(
    `documents: ${target.name} / ${folder ?? ''} / ${asked}`,
    async (cursor) => {
      const page = await documents.list({ target: target.name, folder, query: asked || null }, cursor)
      return { items: page.documents, nextCursor: page.nextCursor }
    },
    isReading ? LOOKS_AGAIN_MS : null,
  )
  const folders = useSWR(foldersKey(target.name), () => documents.folders(target.name))
  const again = useStable(() => [void pages.again(), void folders.mutate()])
  // Whatever was fetched, or deleted elsewhere, since one looked here last.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is opened
  useEffect(() => {
    again()
  }, [])
  const { going, add, dismiss } = useUploads(again)
  const found = pages.items
  const reads = found?.some(isBeingRead) ?? false
  useEffect(() => setReading(reads), [reads])
  const picker = useRef<HTMLInputElement>(null)
  const take = (files: readonly File[]) => add(files, { target: target.name, ...(folder ? { folder } : {}) })
  const isOver = useFileDrop(target.mayAdd ? take : null)
  const isEmpty = found?.length === 0 && pages.isComplete
  const isBlank = isEmpty && !asked && !folder && going.length === 0

  return (
    <div className="mx-auto w-full max-w-4xl px-5 pt-6 pb-24 sm:px-8 sm:pt-10">
      <div className="flex flex-wrap items-start gap-3">
        <div className="min-w-0 flex-1 basis-72 sm:mr-3">
          <h1 className="font-semibold font-serif text-3xl tracking-[-0.015em]">{says.title}</h1>
          <p className="mt-2 max-w-prose text-pretty text-ink-soft">{says.lead}</p>
        </div>
        <input
          ref={picker}
          type="file"
          multiple
          hidden
          data-testid="document-input"
          onChange={(event) => {
            // A FileList empties with its input, so the files are taken out first.
            const files = [...(event.target.files ?? [])]
            event.target.value = ''
            take(files)
          }}
        />
        <Beside page="use" icon={<ChartIcon />} name={says.use.title} />
        <Beside page="sources" icon={<AgainIcon />} name={says.sources.title} />
        {target.mayAdd && !isBlank && (
          <Button look="solid" onClick={() => picker.current?.click()}>
            <UploadIcon /> {says.upload}
          </Button>
        )}
      </div>
      <div className="mt-6 flex flex-wrap gap-3">
        {!isBlank && (
          <label className="relative min-w-0 flex-1 basis-60">
            <span className="sr-only">{says.search}</span>
            <SearchIcon className="-translate-y-1/2 pointer-events-none absolute top-1/2 left-3 text-ink-faint" />
            <input
              type="search"
              maxLength={200}
              autoComplete="off"
              placeholder={says.search}
              value={query}
              onChange={(event) => setQuery(event.target.value)}
              className="h-10 w-full rounded-lg border border-line-strong bg-raised pr-3 pl-9 text-[0.9375rem] placeholder:text-ink-faint hover:border-ink-faint"
            />
          </label>
        )}
        <Select
          label={says.target.label}
          isBare
          className="basis-60 max-sm:grow"
          value={target.name}
          onChange={(event) => navigate(`/documents?for=${encodeURIComponent(event.target.value)}`)}
        >
          {rights.targets.map(({ name, label }) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </Select>
      </div>
      {folders.data && folders.data.length > 0 && (
        <nav aria-label={says.folders} className="mt-4 flex flex-wrap gap-2">
          <FolderLink target={target.name} folder={null} isOpen={folder === null}>
            {says.all}
          </FolderLink>
          {folders.data.map(({ name, documents: count }) => (
            <FolderLink key={name} target={target.name} folder={name} isOpen={folder === name}>
              <FolderIcon className="shrink-0" /> <span className="truncate">{name}</span>
              <span className="text-ink-faint tabular-nums">{number(count)}</span>
            </FolderLink>
          ))}
        </nav>
      )}
      {isOver && (
        <p className="mt-6 rounded-2xl border-2 border-kelp border-dashed bg-kelp-wash px-6 py-8 text-center text-kelp-deep">
          {says.drop}
        </p>
      )}
      <Uploads going={going} onDismiss={dismiss} />
      {isBlank && <Blank target={target} onChoose={() => picker.current?.click()} />}
      {isEmpty && !isBlank && (asked || folder) && (
        <p className="mt-8 text-ink-soft">{asked ? says.nothingFound(asked) : says.nothingInFolder}</p>
      )}
      {found && found.length > 0 && (
        <ul aria-label={says.list} className="mt-6 divide-y divide-line border-line border-y">
          {found.map((document) => (
            <Row
              key={document.id}
              document={document}
              rights={rights}
              showsFolder={folder === null}
              onChanged={again}
              onNewVersion={(file) => add([file], { versionOf: document.id })}
            />
          ))}
        </ul>
      )}
      {(found === undefined || !isEmpty) && (
        <div className="mt-4">
          <More pages={pages} label={says.showMore} />
        </div>
      )}
      <FoundInText target={target.name} folder={folder} query={asked} />
    </div>
  )
}

/** The way to what stands beside the list of documents. */
function Beside({ page, icon, name }: { page: string; icon: ReactNode; name: string }) {
  return (
    <Link
      href={`/documents/${page}`}
      className="inline-flex min-h-10 items-center gap-2 rounded-lg border border-line-strong bg-raised px-4 font-medium text-[0.9375rem] hover:border-ink-faint"
    >
      {icon} {name}
    </Link>
  )
}

/** One that the list does not know (yet): what one may do there is for the server to say. */
function ownTarget(rights: Rights, wanted: string): Target {
  const known = rights.targets[0]
  return wanted === 'user' && known ? known : { name: wanted, label: wanted, mayAdd: false }
}

interface FolderLinkProps {
  target: string
  folder: string | null
  isOpen: boolean
  children: ReactNode
}

function FolderLink({ target, folder, isOpen, children }: FolderLinkProps) {
  const search = new URLSearchParams({ for: target, ...(folder === null ? {} : { folder }) })
  return (
    <Link
      href={`/documents?${search}`}
      aria-current={isOpen ? 'page' : undefined}
      className={`flex min-h-9 max-w-full items-center gap-1.5 rounded-full border px-3.5 text-sm pointer-coarse:min-h-11 ${
        isOpen
          ? 'border-kelp bg-kelp-wash font-medium text-kelp-deep'
          : 'border-line text-ink-soft hover:border-ink-faint hover:text-ink'
      }`}
    >
      {children}
    </Link>
  )
}

interface RowProps {
  document: StoredDocument
  rights: Rights
  showsFolder: boolean
  onChanged: () => void
  onNewVersion: (file: File) => void
}

function Row({ document, rights, showsFolder, onChanged, onNewVersion }: RowProps) {
  const says = useWords(libraryWords)
  const { id, title, mediaType, bytes, pages, version, updatedAt, folder } = document
  const facts = [
    says.kinds[kindOf(mediaType)],
    bytesInWords(bytes, says.bytes),
    pages === null ? null : says.facts.pages(pages),
    version > 1 ? says.facts.version(version) : null,
    day(updatedAt),
  ]
  return (
    <li data-testid="document" className="flex items-start gap-3 py-3">
      <span className="mt-0.5 grid size-9 shrink-0 place-items-center rounded-lg bg-sunk text-ink-faint">
        <DocumentIcon />
      </span>
      <div className="min-w-0 flex-1">
        <Link
          href={`/documents/${id}`}
          title={title}
          className="block truncate rounded-sm font-medium hover:underline"
        >
          {title}
        </Link>
        <p className="flex flex-wrap gap-x-2 text-ink-faint text-sm">
          <span>{facts.filter(Boolean).join(' · ')}</span>
          {showsFolder && folder && (
            <span className="inline-flex min-w-0 items-center gap-1">
              <FolderIcon className="shrink-0" /> <span className="truncate">{folder}</span>
            </span>
          )}
        </p>
        <StateMark document={document} />
      </div>
      <DocumentMenu
        document={document}
        rights={rights}
        onChanged={onChanged}
        onRemoved={onChanged}
        onNewVersion={onNewVersion}
      />
    </li>
  )
}

export function Uploads({ going, onDismiss }: { going: Going[]; onDismiss: (id: string) => void }) {
  const says = useWords(libraryWords).going
  return (
    <ul aria-label={says.label} className="mt-6 flex flex-col gap-2 empty:hidden">
      {going.map(({ id, name, share, note, isTrouble }) => (
        <li
          key={id}
          data-testid="upload"
          className={`flex items-center gap-3 rounded-xl border px-4 py-2 ${isTrouble ? 'border-amber/35 bg-amber-wash' : 'border-line bg-raised'}`}
        >
          <div className="min-w-0 flex-1">
            <p className="truncate font-medium text-[0.9375rem]">{name}</p>
            {/* Each step of the way is for the eye; what came of it is said aloud as well. */}
            <p role={note === null ? undefined : 'status'} className="text-ink-soft text-sm tabular-nums">
              {note ?? (share === null ? says.waiting : says.sending(percent(share)))}
            </p>
            {note === null && <Progress share={share ?? 0} />}
          </div>
          <IconButton
            label={note === null ? says.stop(name) : says.dismiss(name)}
            onClick={() => onDismiss(id)}
          >
            <CloseIcon />
          </IconButton>
        </li>
      ))}
    </ul>
  )
}

function Blank({ target, onChoose }: { target: Target; onChoose: () => void }) {
  const says = useWords(libraryWords).empty
  if (!target.mayAdd) {
    return (
      <div className="mt-8 rounded-2xl border border-line px-6 py-10 text-center">
        <p className="font-medium">{says.ofOthers}</p>
        <p className="mt-1 text-ink-faint">{says.mayNot}</p>
      </div>
    )
  }
  return (
    <div className="mt-8 rounded-2xl border border-line-strong border-dashed px-6 py-10 sm:px-10">
      <p className="font-semibold font-serif text-xl">{says.title}</p>
      <p className="mt-2 max-w-prose text-pretty text-ink-soft">{says.lead}</p>
      <Button look="solid" className="mt-5" onClick={onChoose}>
        <UploadIcon /> {says.choose}
      </Button>
      <p className="mt-8 text-ink-faint text-sm">{says.example}</p>
      <ul className="mt-2 flex flex-col gap-1">
        {says.asks.split('\n').map((ask) => (
          <li key={ask} className="font-serif text-ink-soft italic">
            {ask}
          </li>
        ))}
      </ul>
    </div>
  )
}

function useRested(value: string): string {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), RESTS_MS)
    return () => clearTimeout(timer)
  }, [value])
  return rested
}
