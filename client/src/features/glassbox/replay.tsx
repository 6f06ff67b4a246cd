/** The turn once more: the same question, with the memory of that moment or of now. Nothing of it is stored. */
import { useEffect, useState } from 'react'
import type { Trace, WhichMemory } from '../../api/types'
import { Button } from '../../ui/button'
import { Notice } from '../../ui/notice'
import { Difference } from './difference'
import { Heading } from './sections'
import { useReplay } from './use-replay'

const MEMORIES: { value: WhichMemory; label: string }[] = [
  { value: 'then', label: 'With what was remembered then' },
  { value: 'now', label: 'With what is remembered now' },
]

export function Replay({ trace }: { trace: Trace }) {
  const [memory, setMemory] = useState<WhichMemory>('then')
  const [isPromptOnly, setPromptOnly] = useState(false)
  const { state, run, cancel } = useReplay(trace.turnId)
  if (trace.isForgotten || trace.route.kind === 'answer') return null
  const isRunning = state.status === 'running'
  return (
    <section aria-label="Run this turn again" className="border-line border-t pt-6">
      <Heading>Run this turn again</Heading>
      <fieldset disabled={isRunning} className="flex flex-col gap-1 text-[0.9375rem]">
        <legend className="sr-only">Which memory</legend>
        {MEMORIES.map(({ value, label }) => (
          <label key={value} className="flex items-center gap-2.5 py-0.5">
            <input
              type="radio"
              name="memory"
              checked={memory === value}
              onChange={() => setMemory(value)}
              className="size-4 accent-(--kelp)"
            />
            {label}
          </label>
        ))}
        <label className="mt-1.5 flex items-center gap-2.5 py-0.5">
          <input
            type="checkbox"
            checked={isPromptOnly}
            onChange={(event) => setPromptOnly(event.target.checked)}
            className="size-4 accent-(--kelp)"
          />
          Compare prompts only, ask no model
        </label>
      </fieldset>
      <p className="mt-3 text-ink-faint text-sm">
        Nothing is stored from this: no message, no memory, no count. Tools are not used.
      </p>
      <div className="mt-3 flex items-center gap-3">
        {isRunning ? (
          <>
            <Button onClick={cancel}>Cancel</Button>
            <Elapsed asksModel={state.asksModel} />
          </>
        ) : (
          <Button onClick={() => void run(memory, !isPromptOnly)}>Run this turn again</Button>
        )}
      </div>
      {state.status === 'cancelled' && (
        <p role="status" className="mt-3 text-ink-faint text-sm">
          Cancelled. The server may finish it for itself; nothing is kept.
        </p>
      )}
      {state.status === 'failed' && (
        <div className="mt-3">
          <Notice tone="rust">{state.sentence}</Notice>
        </div>
      )}
      {state.status === 'done' && <Difference replay={state.replay} asksModel={state.asksModel} />}
    </section>
  )
}

/** A model may take a minute: seconds that count say that it is still being waited for. */
function Elapsed({ asksModel }: { asksModel: boolean }) {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setSeconds((passed) => passed + 1), 1000)
    return () => clearInterval(timer)
  }, [])
  return (
    <p className="text-ink-soft text-sm tabular-nums">
      <span role="status">
        {asksModel ? 'Collecting, then asking the model …' : 'Collecting what would be told …'}
      </span>{' '}
      {seconds > 1 && `${seconds} s`}
    </p>
  )
}
