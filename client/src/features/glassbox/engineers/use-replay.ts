/** One replay at a time: asked for, waited for, given up, and what came of it. */
import { useEffect, useRef, useState } from 'react'
import { turns } from '../../../api/endpoints'
import { describe } from '../../../api/sentences'
import type { Replay, WhichMemory } from '../../../api/types'

export type ReplayState =
  | { status: 'idle' }
  | { status: 'running'; asksModel: boolean }
  | { status: 'cancelled' }
  | { status: 'failed'; sentence: string }
  | { status: 'done'; replay: Replay; asksModel: boolean }

export function useReplay(turnId: string) {
  const [state, setState] = useState<ReplayState>({ status: 'idle' })
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  async function run(memory: WhichMemory, asksModel: boolean) {
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    setState({ status: 'running', asksModel })
    try {
      const replay = await turns.replay(turnId, { memory, asksModel }, controller.signal)
      if (!controller.signal.aborted) setState({ status: 'done', replay, asksModel })
    } catch (error) {
      if (!controller.signal.aborted) setState({ status: 'failed', sentence: describe(error).sentence })
    }
  }

  function cancel() {
    running.current?.abort()
    setState({ status: 'cancelled' })
  }

  return { state, run, cancel }
}
