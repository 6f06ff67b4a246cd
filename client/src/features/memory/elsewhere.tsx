import { useEffect, useRef, useState } from 'react'
import useSWR from 'swr'
import { imports, paths } from '../../api/endpoints'
import { inOneLine } from '../../api/sentences'
import type { ChatImport } from '../../api/types'
import { type TranslationOf, useWords } from '../../language/words'
import { Button } from '../../ui/button'
import { TroubleText } from '../../ui/notice'
import { useChats } from '../chats/chats-provider'
import { Part } from './forget-part'
import { memoryWords } from './words'

const LOOK_MS = 1500
const SHOWN = 5

/** Chats that were had with another assistant: their file goes in, and how far it is. */
export function Elsewhere() {
  const says = useWords(memoryWords).elsewhere
  const { data, error, mutate } = useSWR(paths.imports, imports.list, {
    refreshInterval: (found) => (found?.some(isRunning) ? LOOK_MS : 0),
  })
  const { refresh } = useChats()
  const [told, setTold] = useState<string | null>(null)
  const [share, setShare] = useState<number | null>(null)
  const picker = useRef<HTMLInputElement>(null)
  const running = data?.find(isRunning)
  const done = running ? running.done : data?.reduce((sum, one) => sum + one.newMessages, 0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: with each step of an import the list of chats is behind
  useEffect(() => {
    if (data?.length) refresh()
  }, [done, refresh])

  async function attempt(action: () => Promise<unknown>) {
    setTold(null)
    try {
      await action()
      await mutate()
    } catch (failure) {
      setTold(inOneLine(failure))
    }
    setShare(null)
  }

  return (
    <Part title={says.title} says={says.lead}>
      {error && <TroubleText error={error} />}
      <div className="flex flex-wrap items-center gap-3">
        <Button
          aria-disabled={share !== null || running !== undefined}
          className="aria-disabled:opacity-50"
          onClick={() => share === null && !running && picker.current?.click()}
        >
          {says.choose}
        </Button>
        <input
          ref={picker}
          type="file"
          accept=".json,.zip,application/json,application/zip"
          hidden
          data-testid="chats-file"
          onChange={(event) => {
            const [file] = event.target.files ?? []
            event.target.value = ''
            if (file) void attempt(() => imports.begin(file, setShare))
          }}
        />
        <p role="status" className="text-ink-soft text-sm">
          {told ?? (share === null ? null : says.sending)}
        </p>
      </div>
      {data && data.length > 0 && (
        <ul className="mt-4 divide-y divide-line border-line border-y">
          {data.slice(0, SHOWN).map((one) => (
            <li
              key={one.id}
              className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3"
              data-testid="import"
            >
              <span className="min-w-0 flex-1">
                <span className="block truncate font-medium">{one.filename}</span>
                <span className="text-[0.9375rem] text-ink-soft">{sentence(one, says)}</span>
              </span>
              {isRunning(one) && (
                <>
                  <progress
                    aria-label={one.filename}
                    max={Math.max(one.chats, 1)}
                    value={one.done}
                    className="h-1.5 w-32 accent-(--kelp)"
                  />
                  <Button onClick={() => void attempt(() => imports.stop(one.id))}>{says.stop}</Button>
                </>
              )}
            </li>
          ))}
        </ul>
      )}
    </Part>
  )
}

function isRunning(one: ChatImport) {
  return one.status === 'pending' || one.status === 'running'
}

function sentence(one: ChatImport, says: TranslationOf<typeof memoryWords>['elsewhere']) {
  if (isRunning(one)) return says.progress(one.done, one.chats)
  if (one.status === 'ready') return says.done(one.newChats, one.newMessages)
  return one.error === 'stopped' ? says.stopped(one.newChats) : says.failed(one.newChats)
}
