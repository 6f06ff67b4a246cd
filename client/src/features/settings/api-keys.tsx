import { useState } from 'react'
import useSWR from 'swr'
import { keys, paths } from '../../api/endpoints'
import { inOneLine } from '../../api/sentences'
import type { ApiKey, KeyWish, NewApiKey } from '../../api/types'
import { useWords, wordsNow } from '../../language/words'
import { Button } from '../../ui/button'
import { useCopied } from '../../ui/copy'
import { day } from '../../ui/dates'
import { Dialog } from '../../ui/dialog'
import { Notice, TroubleText } from '../../ui/notice'
import { useToasts } from '../../ui/toast'
import { limitsOf } from './key-limits'
import { NewKeyForm } from './new-key-form'
import { settingsWords } from './words'

/** Whose keys they are: one's own, or an organization's. */
export interface Keyring<Key extends ApiKey = ApiKey> {
  /** What the list is kept under. */
  path: string
  list: () => Promise<Key[]>
  create: (wish: KeyWish) => Promise<NewApiKey>
  revoke: (id: string) => Promise<unknown>
  /** What else there is to say about one. */
  about?: (key: Key) => string
}

const MINE: Keyring = { path: paths.keys, ...keys }

export function ApiKeys() {
  return <Keys keyring={MINE} />
}

export function Keys<Key extends ApiKey>({ keyring }: { keyring: Keyring<Key> }) {
  const { again, keys: says } = useWords(settingsWords)
  const { data, error, mutate } = useSWR(keyring.path, keyring.list)
  const { show } = useToasts()
  const [fresh, setFresh] = useState<NewApiKey | null>(null)
  const [doomed, setDoomed] = useState<Key | null>(null)

  async function revoke(key: Key) {
    setDoomed(null)
    try {
      await keyring.revoke(key.id)
      await mutate()
      show(says.revoked)
    } catch (failure) {
      show(inOneLine(failure))
    }
  }

  if (error) {
    return (
      <Notice tone="rust" actions={<Button onClick={() => void mutate()}>{again}</Button>}>
        <TroubleText error={error} />
      </Notice>
    )
  }
  return (
    <div className="flex flex-col gap-6">
      {fresh && <FreshKey made={fresh} onDone={() => setFresh(null)} />}
      {data && data.length > 0 && (
        <ul aria-label={says.list} className="divide-y divide-line border-line border-y">
          {data.map((key) => (
            <li key={key.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3">
              <div className="min-w-0 flex-1 basis-60">
                <p className="truncate font-medium">{key.name}</p>
                <p className="text-ink-faint text-sm">
                  <code className="font-mono text-[0.8125rem]">{key.prefix}…</code> ·{' '}
                  {[key.scopes.map(inWords).join(', '), lifeOf(key), ...limitsOf(key), keyring.about?.(key)]
                    .filter(Boolean)
                    .join(' · ')}
                </p>
              </div>
              <Button onClick={() => setDoomed(key)} aria-label={says.revokeOne(key.name)}>
                {says.revoke}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <NewKeyForm
        create={keyring.create}
        onMade={(made) => {
          setFresh(made)
          void mutate()
        }}
      />
      {doomed && (
        <Dialog
          title={says.revokeAsked(doomed.name)}
          onClose={() => setDoomed(null)}
          actions={
            <>
              <Button onClick={() => setDoomed(null)}>{says.keep}</Button>
              <Button look="danger" onClick={() => void revoke(doomed)}>
                {says.revoke}
              </Button>
            </>
          }
        >
          {says.revokeMeans}
        </Dialog>
      )}
    </div>
  )
}

function FreshKey({ made, onDone }: { made: NewApiKey; onDone: () => void }) {
  const says = useWords(settingsWords).keys
  const [isCopied, copy] = useCopied()
  return (
    <div role="status" className="rounded-xl border border-amber/40 bg-amber-wash p-4">
      <p className="font-medium">{says.copyNow(made.name)}</p>
      <code
        data-testid="fresh-key"
        className="mt-3 block break-all rounded-lg border border-line bg-raised px-3 py-2 font-mono text-sm"
      >
        {made.key}
      </code>
      <div className="mt-3 flex gap-2">
        <Button look="solid" onClick={() => copy(made.key)}>
          {isCopied ? says.copied : says.copy}
        </Button>
        <Button look="quiet" onClick={onDone}>
          {says.saved}
        </Button>
      </div>
    </div>
  )
}

/** `chat:read` as people say it. */
function inWords(scope: string): string {
  const { may } = wordsNow(settingsWords).keys
  return (may as Partial<Record<string, string>>)[scope] ?? scope
}

function lifeOf(key: ApiKey): string {
  const says = wordsNow(settingsWords).keys
  const used = key.lastUsedAt ? says.lastUsed(day(key.lastUsedAt)) : says.neverUsed
  return key.expiresAt ? `${used}, ${says.expires(day(key.expiresAt))}` : used
}
