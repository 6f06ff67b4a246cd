/** Files on their way to the server, one after another, each with how far it is or why it was not taken. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { documents } from '../../api/endpoints'
import { inOneLine } from '../../api/sentences'
import { wordsNow } from '../../language/words'
import { newId } from '../conversation/messages'
import { libraryWords } from './words'

export interface Going {
  id: string
  name: string
  /** Of its bytes; null while it waits. */
  share: number | null
  /** What was said of it in the end: it stays until it is dismissed. */
  note: string | null
  /** It was not taken; else it was not needed. */
  isTrouble: boolean
}

interface Wish {
  target?: string
  folder?: string
  versionOf?: string
}

interface Queued extends Wish {
  id: string
  file: File
}

const MOST_HASHED_BYTES = 50_000_000

export function useUploads(onDone: () => void) {
  const [going, setGoing] = useState<Going[]>([])
  const queue = useRef<Queued[]>([])
  const running = useRef<{ id: string; stop: AbortController } | null>(null)
  const change = useCallback(
    (id: string, news: Partial<Going> | null) =>
      setGoing((all) =>
        all.flatMap((one) => (one.id !== id ? [one] : news === null ? [] : [{ ...one, ...news }])),
      ),
    [],
  )

  const work = useCallback(async () => {
    if (running.current) return
    for (let next = queue.current.shift(); next; next = queue.current.shift()) {
      const { id, file, ...wish } = next
      const stop = new AbortController()
      running.current = { id, stop }
      change(id, { share: 0 })
      try {
        const note = await bring(file, wish, (share) => change(id, { share }), stop.signal)
        change(id, note === null ? null : { note })
      } catch (error) {
        change(id, stop.signal.aborted ? null : { note: inOneLine(error), isTrouble: true })
      }
      onDone()
    }
    running.current = null
  }, [change, onDone])

  const add = useCallback(
    (files: readonly File[], wish: Wish) => {
      const added = files.map((file) => ({ ...wish, id: newId(), file }))
      queue.current.push(...added)
      setGoing((all) => [
        ...all,
        ...added.map(({ id, file }) => ({ id, name: file.name, share: null, note: null, isTrouble: false })),
      ])
      void work()
    },
    [work],
  )

  /** What is sent stops; what waits does not begin; what was said of it goes. */
  const dismiss = useCallback(
    (id: string) => {
      queue.current = queue.current.filter((one) => one.id !== id)
      if (running.current?.id === id) running.current.stop.abort()
      else change(id, null)
    },
    [change],
  )

  // Whoever leaves with files on their way is asked whether they mean it.
  const isBusy = going.some((one) => one.note === null)
  useEffect(() => {
    if (!isBusy) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isBusy])

  return { going, add, dismiss }
}

/** What there is to say of it; null: it is in the list now, and nothing more need be said. */
async function bring(
  file: File,
  wish: Wish,
  onShare: (share: number) => void,
  signal: AbortSignal,
): Promise<string | null> {
  const same = wish.versionOf ? null : await findSame(file, wish.target ?? 'user')
  if (same !== null) return wordsNow(libraryWords).going.same(same)
  await documents.upload(file, wish, onShare, signal)
  return null
}

/** Its title, where these bytes are there already; not asked where the browser cannot hash, as on plain http. */
async function findSame(file: File, target: string): Promise<string | null> {
  if (!globalThis.crypto.subtle || file.size > MOST_HASHED_BYTES) return null
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
  const sha256 = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  const found = await documents.same(sha256, target)
  return found?.title ?? null
}
