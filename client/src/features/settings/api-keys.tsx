import { useState } from 'react'
import useSWR from 'swr'
import { keys, paths } from '../../api/endpoints'
import { inOneLine } from '../../api/sentences'
import type { ApiKey, NewApiKey, Scope } from '../../api/types'
import { Button } from '../../ui/button'
import { useCopied } from '../../ui/copy'
import { day } from '../../ui/dates'
import { Dialog } from '../../ui/dialog'
import { Notice, TroubleText } from '../../ui/notice'
import { useToasts } from '../../ui/toast'
import { NewKeyForm } from './new-key-form'

/** Whose keys they are: one's own, or an organization's. */
export interface Keyring<Key extends ApiKey = ApiKey> {
  /** What the list is kept under. */
  path: string
  list: () => Promise<Key[]>
  create: (name: string, scopes: Scope[], expiresAt: string | null) => Promise<NewApiKey>
  revoke: (id: string) => Promise<unknown>
  /** What else there is to say about one. */
  about?: (key: Key) => string
}

const MINE: Keyring = { path: paths.keys, ...keys }

export function ApiKeys() {
  return <Keys keyring={MINE} />
}

export function Keys<Key extends ApiKey>({ keyring }: { keyring: Keyring<Key> }) {
  const { data, error, mutate } = useSWR(keyring.path, keyring.list)
  const { show } = useToasts()
  const [fresh, setFresh] = useState<NewApiKey | null>(null)
  const [doomed, setDoomed] = useState<Key | null>(null)

  async function revoke(key: Key) {
    setDoomed(null)
    try {
      await keyring.revoke(key.id)
      await mutate()
      show('The key is revoked. Programs that use it are refused from now on.')
    } catch (failure) {
      show(inOneLine(failure))
    }
  }

  if (error) {
    return (
      <Notice tone="rust" actions={<Button onClick={() => void mutate()}>Try again</Button>}>
        <TroubleText error={error} />
      </Notice>
    )
  }
  return (
    <div className="flex flex-col gap-6">
      {fresh && <FreshKey made={fresh} onDone={() => setFresh(null)} />}
      {data && data.length > 0 && (
        <ul className="divide-y divide-line border-line border-y">
          {data.map((key) => (
            <li key={key.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3">
              <div className="min-w-0 flex-1 basis-60">
                <p className="truncate font-medium">{key.name}</p>
                <p className="text-ink-faint text-sm">
                  <code className="font-mono text-[0.8125rem]">{key.prefix}…</code> ·{' '}
                  {[key.scopes.map(inWords).join(', '), lifeOf(key), keyring.about?.(key)]
                    .filter(Boolean)
                    .join(' · ')}
                </p>
              </div>
              <Button look="quiet" onClick={() => setDoomed(key)} aria-label={`Revoke ${key.name}`}>
                Revoke
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
          title={`Revoke “${doomed.name}”?`}
          onClose={() => setDoomed(null)}
          actions={
            <>
              <Button onClick={() => setDoomed(null)}>Keep it</Button>
              <Button look="danger" onClick={() => void revoke(doomed)}>
                Revoke
              </Button>
            </>
          }
        >
          Programs that use this key stop working at once. This cannot be undone.
        </Dialog>
      )}
    </div>
  )
}

function FreshKey({ made, onDone }: { made: NewApiKey; onDone: () => void }) {
  const [isCopied, copy] = useCopied()
  return (
    <div role="status" className="rounded-xl border border-amber/40 bg-amber-wash p-4">
      <p className="font-medium">Copy “{made.name}” now. It will not be shown again.</p>
      <code
        data-testid="fresh-key"
        className="mt-3 block break-all rounded-lg border border-line bg-raised px-3 py-2 font-mono text-sm"
      >
        {made.key}
      </code>
      <div className="mt-3 flex gap-2">
        <Button look="solid" onClick={() => copy(made.key)}>
          {isCopied ? 'Copied' : 'Copy key'}
        </Button>
        <Button look="quiet" onClick={onDone}>
          I've saved it
        </Button>
      </div>
    </div>
  )
}

/** `chat:read` as people say it. */
function inWords(scope: string): string {
  const [area, only] = scope.split(':')
  return only ? `${area} (${only} only)` : scope
}

function lifeOf(key: ApiKey): string {
  const used = key.lastUsedAt ? `last used ${day(key.lastUsedAt)}` : 'never used'
  return key.expiresAt ? `${used}, expires ${day(key.expiresAt)}` : used
}
