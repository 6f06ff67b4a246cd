/** The turn once more: the same question, with the memory of that moment or of now. Nothing of it is stored. */
import { useEffect, useState } from 'react'
import type { Trace, WhichMemory } from '../../../api/types'
import { useWords } from '../../../language/words'
import { Button } from '../../../ui/button'
import { Notice } from '../../../ui/notice'
import { Difference } from './difference'
import { Heading } from './sections'
import { useReplay } from './use-replay'
import { engineerWords } from './words'

const MEMORIES: WhichMemory[] = ['then', 'now']

export function Replay({ trace }: { trace: Trace }) {
  const says = useWords(engineerWords).replay
  const [memory, setMemory] = useState<WhichMemory>('then')
  const [isPromptOnly, setPromptOnly] = useState(false)
  const { state, run, cancel } = useReplay(trace.turnId)
  if (trace.isForgotten || trace.route.kind === 'answer') return null
  const isRunning = state.status === 'running'
  return (
    <section aria-label={says.title} className="border-line border-t pt-6">
      <Heading>{says.title}</Heading>
      <fieldset disabled={isRunning} className="flex flex-col gap-1 text-[0.9375rem]">
        <legend className="sr-only">{says.which}</legend>
        {MEMORIES.map((value) => (
          <label key={value} className="flex items-center gap-2.5 py-0.5">
            <input
              type="radio"
              name="memory"
              checked={memory === value}
              onChange={() => setMemory(value)}
              className="size-4 accent-(--kelp)"
            />
            {value === 'then' ? says.withMemoryOfThen : says.withMemoryOfNow}
          </label>
        ))}
        <label className="mt-1.5 flex items-center gap-2.5 py-0.5">
          <input
            type="checkbox"
            checked={isPromptOnly}
            onChange={(event) => setPromptOnly(event.target.checked)}
            className="size-4 accent-(--kelp)"
          />
          {says.promptsOnly}
        </label>
      </fieldset>
      <p className="mt-3 text-ink-faint text-sm">{says.nothingStored}</p>
      <div className="mt-3 flex items-center gap-3">
        {isRunning ? (
          <>
            <Button onClick={cancel}>{says.cancel}</Button>
            <Elapsed asksModel={state.asksModel} />
          </>
        ) : (
          <Button onClick={() => void run(memory, !isPromptOnly)}>{says.title}</Button>
        )}
      </div>
      {state.status === 'cancelled' && (
        <p role="status" className="mt-3 text-ink-faint text-sm">
          {says.cancelled}
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
  const says = useWords(engineerWords).replay
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setSeconds((passed) => passed + 1), 1000)
    return () => clearInterval(timer)
  }, [])
  return (
    <p className="text-ink-soft text-sm tabular-nums">
      <span role="status">{asksModel ? says.askingModel : says.collecting}</span>{' '}
      {seconds > 1 && says.seconds(seconds)}
    </p>
  )
}
