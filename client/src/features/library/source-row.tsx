/** One source: what it is, how the last time went, and what can be done about it. */
import { type ReactNode, useState } from 'react'
import useSWR from 'swr'
import { connectors } from '../../api/endpoints'
import { faultSentence } from '../../api/refusals'
import { inOneLine } from '../../api/sentences'
import type { Connector } from '../../api/types'
import { useWords } from '../../language/words'
import { moment } from '../../ui/dates'
import { AgainIcon, MoreIcon, PauseIcon, PencilIcon, PlayIcon, TrashIcon } from '../../ui/icons'
import { Menu, MenuItem, MenuLine } from '../../ui/menu'
import { TroubleText } from '../../ui/notice'
import { useToasts } from '../../ui/toast'
import { everyInWords } from './every'
import { EditSource, RemoveSource } from './source-dialogs'
import type { Rights } from './targets'
import { libraryWords } from './words'

interface SourceRowProps {
  source: Connector
  rights: Rights
  onChanged: () => void
}

export function SourceRow({ source, rights, onChanged }: SourceRowProps) {
  const says = useWords(libraryWords).sources
  const { id, kind, name, address, target, everyMinutes, refused } = source
  const isOfPack = kind === 'pack'
  const facts = [
    says.kinds[kind],
    !isOfPack && address !== name && address,
    !isOfPack && (rights.targets.find((one) => one.name === target)?.label ?? target),
    !isOfPack && everyInWords(everyMinutes, says.every),
  ]
  return (
    <li data-testid="source" className="flex items-start gap-3 py-3">
      <div className="min-w-0 flex-1">
        <p className="break-words font-medium">{name}</p>
        <p className="break-words text-ink-faint text-sm">{facts.filter(Boolean).join(' · ')}</p>
        <HowItWent source={source} />
        {refused > 0 && <Refused key={`${id} ${source.syncedAt}`} id={id} count={refused} />}
      </div>
      <SourceMenu source={source} rights={rights} onChanged={onChanged} />
    </li>
  )
}

function HowItWent({ source }: { source: Connector }) {
  const says = useWords(libraryWords).sources
  const { status, error, documents, isPaused, syncedAt, nextAt } = source
  if (status === 'waiting') return <p className="text-kelp text-sm">{says.waiting}</p>
  if (status === 'syncing') return <p className="text-kelp text-sm tabular-nums">{says.syncing(documents)}</p>
  const facts = [
    says.brought(documents),
    syncedAt ? says.fetched(moment(syncedAt)) : says.never,
    isPaused ? says.paused : says.next(moment(nextAt)),
  ]
  // Each step of the way is for the eye; what came of it is said aloud as well.
  return (
    <div role="status" className="text-sm">
      {status === 'failed' && error && <p className="text-rust">{says.failed(faultSentence(error))}</p>}
      <p className="text-ink-soft">{facts.join(' · ')}</p>
    </div>
  )
}

/** What it found and could not bring is asked for when somebody looks. */
function Refused({ id, count }: { id: string; count: number }) {
  const words = useWords(libraryWords)
  const [isOpen, setOpen] = useState(false)
  const { data, error } = useSWR(isOpen ? ['refused by a source', id, count] : null, () =>
    connectors.refused(id),
  )
  return (
    <details className="mt-1 text-sm" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="w-fit rounded-sm text-amber">{words.sources.refused(count)}</summary>
      {error ? (
        <TroubleText error={error} />
      ) : data === undefined ? (
        <p className="text-ink-faint">{words.loading}</p>
      ) : (
        <ul className="mt-1 flex flex-col gap-1">
          {data.map((one) => (
            <li key={one.key} className="break-words">
              <span className="font-medium">{one.key}</span>{' '}
              <span className="text-ink-soft">{faultSentence(one.error)}</span>
            </li>
          ))}
        </ul>
      )}
    </details>
  )
}

function SourceMenu({ source, rights, onChanged }: SourceRowProps) {
  const says = useWords(libraryWords).sources
  const { show } = useToasts()
  const [asking, setAsking] = useState<'edit' | 'remove' | null>(null)
  const { id, kind, name, isPaused } = source

  async function run(deed: () => Promise<unknown>) {
    try {
      await deed()
    } catch (error) {
      show(inOneLine(error))
    }
    onChanged()
  }

  return (
    <>
      <Menu
        label={says.options(name)}
        trigger={<MoreIcon />}
        triggerClass="grid size-9 shrink-0 place-items-center rounded-lg text-ink-faint hover:bg-sunk hover:text-ink pointer-coarse:size-11"
      >
        {(close) => {
          const item = (label: string, icon: ReactNode, select: () => void) => (
            <MenuItem icon={icon} onSelect={() => [close(), select()]}>
              {label}
            </MenuItem>
          )
          const pause = () => void run(() => connectors.change(id, { isPaused: !isPaused }))
          return (
            <>
              {item(says.sync, <AgainIcon />, () => void run(() => connectors.sync(id)))}
              {isPaused ? item(says.resume, <PlayIcon />, pause) : item(says.pause, <PauseIcon />, pause)}
              {kind !== 'pack' && (
                <>
                  {item(says.edit, <PencilIcon />, () => setAsking('edit'))}
                  <MenuLine />
                  <MenuItem
                    icon={<TrashIcon />}
                    tone="danger"
                    onSelect={() => [close(), setAsking('remove')]}
                  >
                    {says.remove}
                  </MenuItem>
                </>
              )}
            </>
          )
        }}
      </Menu>
      {asking === 'edit' && (
        <EditSource source={source} onChanged={onChanged} onClose={() => setAsking(null)} />
      )}
      {asking === 'remove' && (
        <RemoveSource
          source={source}
          mayRemoveDocuments={rights.mayRemove(source)}
          onRemoved={onChanged}
          onClose={() => setAsking(null)}
        />
      )}
    </>
  )
}
