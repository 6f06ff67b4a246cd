/** The loops, changed on the page at once and then at the server; what was changed can be changed back. */
import useSWR from 'swr'
import { loops as api, paths } from '../../api/endpoints'
import { inOneLine } from '../../api/sentences'
import type { Loop, LoopChange, LoopKind } from '../../api/types'
import { useWords } from '../../language/words'
import { useToasts } from '../../ui/toast'
import { loopWords } from './words'

export interface Loops {
  loops: Loop[] | undefined
  error: unknown
  again: () => void
  /** `said`: what is told of it, beside Undo. */
  change: (loop: Loop, change: LoopChange, said: string) => Promise<void>
  add: (wanted: { kind: LoopKind; text: string; dueAt: string | null }) => Promise<void>
}

export function useLoops(): Loops {
  const { data, error, mutate } = useSWR(paths.loops, api.list, { revalidateOnFocus: true })
  const { show } = useToasts()
  const says = useWords(loopWords)

  async function put(loop: Loop, change: LoopChange): Promise<boolean> {
    const shown = { ...loop, ...change, closedAt: closedAt(loop, change) }
    try {
      await mutate(
        async (known) => {
          const told = await api.change(loop.id, change)
          return withChanged(known, { ...shown, ...told })
        },
        {
          optimisticData: (known) => withChanged(known, shown),
          rollbackOnError: true,
          revalidate: false,
        },
      )
      return true
    } catch (failure) {
      show(inOneLine(failure))
      return false
    }
  }

  return {
    loops: data,
    error,
    again: () => void mutate(),
    change: async (loop, change, said) => {
      if (!(await put(loop, change))) return
      const back = Object.fromEntries(
        Object.keys(change).map((name) => [name, loop[name as keyof LoopChange]]),
      ) as LoopChange
      show(said, {
        action: { label: says.undo, keys: 'Mod+Z', run: () => void put({ ...loop, ...change }, back) },
      })
    },
    add: async (wanted) => {
      const made = await api.add(wanted)
      await mutate((known) => [...(known ?? []), { ...made, said: [] }], { revalidate: false })
    },
  }
}

function withChanged(known: Loop[] | undefined, changed: Loop): Loop[] {
  return (known ?? []).map((loop) =>
    loop.id === changed.id ? { ...changed, said: loop.said ?? null } : loop,
  )
}

function closedAt(loop: Loop, change: LoopChange): string | null {
  if (change.status === undefined) return loop.closedAt
  return change.status === 'open' ? null : new Date().toISOString()
}
