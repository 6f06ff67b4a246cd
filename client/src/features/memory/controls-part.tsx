import { type ReactNode, useEffect, useRef, useState } from 'react'
import useSWR from 'swr'
import { memory } from '../../api/endpoints'
import { inOneLine } from '../../api/sentences'
import { number } from '../../language/formats'
import { useWords } from '../../language/words'
import { Button } from '../../ui/button'
import { AreaField } from '../../ui/field'
import { TroubleText } from '../../ui/notice'
import { useToasts } from '../../ui/toast'
import { Elsewhere } from './elsewhere'
import { Part } from './forget-part'
import { Quality } from './quality'
import { receiptRows } from './receipt-rows'
import { useRefresh } from './use-refresh'
import { memoryWords } from './words'

/** What the person says of themselves, whether anything is remembered, how good it is, and taking it along. */
export function ControlsPart() {
  return (
    <>
      <About />
      <Pause />
      <Quality />
      <Elsewhere />
      <Carry />
    </>
  )
}

const MOST = 20_000

export function About() {
  const words = useWords(memoryWords)
  const says = words.about
  const { data, error, mutate } = useSWR('/memory/identity', memory.identity)
  const [text, setText] = useState<string | null>(null)
  const [told, setTold] = useState<string | null>(null)
  const shown = text ?? data?.about ?? ''
  const isSame = text === null || text.trim() === (data?.about ?? '').trim()

  async function save() {
    if (isSame) return
    try {
      await memory.setAbout(shown.trim())
      await mutate()
      setText(null)
      setTold(says.saved)
    } catch (failure) {
      setTold(inOneLine(failure))
    }
  }

  return (
    <Part title={says.title} says={says.lead}>
      {error && <TroubleText error={error} />}
      <AreaField
        label={says.label}
        value={shown}
        maxLength={MOST}
        disabled={!data}
        placeholder={says.example}
        onChange={(event) => [setText(event.target.value), setTold(null)]}
      />
      <div className="mt-3 flex flex-wrap items-center gap-3">
        <Button
          look="solid"
          aria-disabled={isSame}
          className="aria-disabled:opacity-50"
          onClick={() => void save()}
        >
          {words.save}
        </Button>
        <p role="status" className="text-ink-soft text-sm">
          {told}
        </p>
      </div>
    </Part>
  )
}

function Pause() {
  const says = useWords(memoryWords).pause
  const { data, error, mutate } = useSWR('/api/chats/memory', memory.paused)
  const { show } = useToasts()

  async function set(isPaused: boolean) {
    try {
      await mutate(memory.pause(isPaused), { optimisticData: { isPaused }, revalidate: false })
    } catch (failure) {
      show(inOneLine(failure))
    }
  }

  return (
    <Part title={says.title} says={says.lead}>
      {error && <TroubleText error={error} />}
      <label className="flex w-fit items-center gap-3 rounded-xl border border-line px-4 py-3 has-checked:border-amber has-checked:bg-amber-wash">
        <input
          type="checkbox"
          checked={data?.isPaused ?? false}
          disabled={!data}
          onChange={(event) => void set(event.target.checked)}
          className="size-4 accent-(--kelp)"
        />
        <span className="font-medium">{says.everywhere}</span>
      </label>
      <p className="mt-3 text-[0.9375rem] text-ink-soft">
        {says.single((text) => (
          <em>{text}</em>
        ))}
      </p>
    </Part>
  )
}

/** Everything as one file, out and in. */
function Carry() {
  const words = useWords(memoryWords)
  const says = words.carry
  const [told, setTold] = useState<ReactNode>(null)
  const [isBusy, setBusy] = useState(false)
  const picker = useRef<HTMLInputElement>(null)
  const refresh = useRefresh()
  const isGone = useRef(false)
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
    }
  }, [])

  async function attempt(action: () => Promise<ReactNode>) {
    if (isBusy) return
    setBusy(true)
    setTold(words.oneMoment)
    try {
      setTold(await action())
    } catch (error) {
      setTold(inOneLine(error))
    }
    if (!isGone.current) setBusy(false)
  }

  const take = () =>
    attempt(async () => {
      const url = URL.createObjectURL(await memory.exported())
      const link = document.createElement('a')
      link.href = url
      link.download = 'memory.jsonl'
      link.click()
      URL.revokeObjectURL(url)
      return says.saved
    })
  const bring = (file: File) =>
    attempt(async () => {
      const counts = await memory.import(file)
      await refresh()
      const rows = receiptRows(counts)
      const first = rows.slice(0, 3).map(({ name, count }) => says.counted(number(count), name))
      return says.imported(first.join(', ') || null)
    })

  return (
    <Part title={says.title} says={says.lead}>
      <div className="flex flex-wrap items-center gap-3">
        <Button onClick={() => void take()}>{says.export}</Button>
        <Button onClick={() => picker.current?.click()}>{says.import}</Button>
        <input
          ref={picker}
          type="file"
          accept=".jsonl,.ndjson,application/x-ndjson"
          hidden
          data-testid="memory-file"
          onChange={(event) => {
            const [file] = event.target.files ?? []
            event.target.value = ''
            if (file) void bring(file)
          }}
        />
        <p role="status" className="text-ink-soft text-sm">
          {told}
        </p>
      </div>
    </Part>
  )
}
