/** The servers one sees, and what is done with them. Each deed says what was done, or why it was not. */
import { useCallback, useState } from 'react'
import useSWR, { useSWRConfig } from 'swr'
import { connectionPaths, connections } from '../../api/connections'
import { inOneLine } from '../../api/sentences'
import type { Connection } from '../../api/types'
import { useToasts } from '../../ui/toast'

export function useConnections() {
  const { data, error, mutate } = useSWR(connectionPaths.servers, connections.all, {
    revalidateOnFocus: true,
  })
  const { show } = useToasts()
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set())

  const attempt = useCallback(
    async (deed: () => Promise<string | undefined>) => {
      try {
        const said = await deed()
        if (said) show(said)
      } catch (failure) {
        show(inOneLine(failure))
      }
      await mutate()
    },
    [mutate, show],
  )

  /** Takes as long as the server does, up to half a minute. */
  const check = useCallback(
    async (id: string) => {
      setBusy((now) => new Set(now).add(id))
      await attempt(async () => {
        await connections.check(id)
        return undefined
      })
      setBusy((now) => new Set([...now].filter((one) => one !== id)))
    },
    [attempt],
  )

  return { data, error, refresh: () => mutate(), attempt, check, busy }
}

export type Connections = ReturnType<typeof useConnections>

/** Which of these can be tried at once: what waits for a sign-in waits for its person. */
export function reachable(added: readonly Connection[]): string[] {
  return added.filter((one) => one.isOn).map((one) => one.id)
}

/** What the tools of a server are kept under. */
export const TOOLS_OF = 'tools of a server'

/** After whatever changes what need not ask: it is told where tools are listed, by itself, and at each persona. */
export function useTrustsChanged(): () => Promise<unknown> {
  const { mutate } = useSWRConfig()
  return () =>
    mutate((key) =>
      Array.isArray(key) ? key[0] === TOOLS_OF : typeof key === 'string' && key.startsWith('/api/tools'),
    )
}
