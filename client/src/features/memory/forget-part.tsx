import { type FormEvent, type ReactNode, useId, useState } from 'react'
import type { ForgetWish, Receipt } from '../../api/types'
import { Button } from '../../ui/button'
import { day } from '../../ui/dates'
import { Field } from '../../ui/field'
import { Select } from '../../ui/select'
import { titleOf } from '../chats/chat-list'
import { useChats } from '../chats/chats-provider'
import { ForgetDialog } from './forget-dialog'
import { periodOf } from './period'
import { Receipts } from './receipts'

interface Asked {
  title: string
  says: ReactNode
  wish: ForgetWish
  word?: string
}

const EVERYTHING = 'forget everything'

/** By topic, chat, time, or all of it: how much is told before, and a receipt after. */
export function ForgetPart({ onForgotten }: { onForgotten: (receipt: Receipt) => void }) {
  const [asked, setAsked] = useState<Asked | null>(null)
  return (
    <>
      <Topic onAsk={setAsked} />
      <OneChat onAsk={setAsked} />
      <Period onAsk={setAsked} />
      <Part title="Everything" says="All that I know about you, every message and every chat.">
        <Button
          look="danger"
          onClick={() =>
            setAsked({
              title: 'Forget everything?',
              says: 'All chats, messages, files, facts, loops and summaries go, and so does what you wrote about yourself. Your account stays. This cannot be undone.',
              wish: { everything: true },
              word: EVERYTHING,
            })
          }
        >
          Forget everything…
        </Button>
      </Part>
      <Receipts onOpen={onForgotten} />
      {asked && (
        <ForgetDialog
          title={asked.title}
          wish={asked.wish}
          word={asked.word ?? null}
          onClose={() => setAsked(null)}
          onForgotten={(receipt) => [setAsked(null), onForgotten(receipt)]}
        >
          <p>{asked.says}</p>
        </ForgetDialog>
      )}
    </>
  )
}

type AskProps = { onAsk: (asked: Asked) => void }

function Topic({ onAsk }: AskProps) {
  const [topic, setTopic] = useState('')
  const [error, setError] = useState<string | null>(null)
  function submit(event: FormEvent) {
    event.preventDefault()
    if (topic.trim() === '') return setError('Say what it is about.')
    onAsk({
      title: `Forget “${topic.trim()}”?`,
      says: 'Every message, fact and loop that says it goes, in your chats too. What is only near in meaning stays. This cannot be undone.',
      wish: { query: topic.trim() },
    })
  }
  return (
    <Part title="A topic" says="Whatever says it, wherever it was said.">
      <form onSubmit={submit} noValidate className="flex flex-wrap items-end gap-3">
        <Field
          className="min-w-0 flex-1 basis-56"
          label="What it is about"
          value={topic}
          maxLength={1000}
          error={error}
          placeholder="my old job"
          onChange={(event) => [setTopic(event.target.value), setError(null)]}
        />
        <Button type="submit" className="min-h-11">
          Forget…
        </Button>
      </form>
    </Part>
  )
}

function OneChat({ onAsk }: AskProps) {
  const { list } = useChats()
  const [chosen, setChosen] = useState('')
  const chat = list.chats.find((one) => one.id === chosen) ?? list.chats[0]
  return (
    <Part title="A chat" says="The chat, and what I learned from it alone.">
      {chat ? (
        <div className="flex flex-wrap items-end gap-3">
          <Select
            className="min-w-0 flex-1 basis-56"
            label="Which chat"
            value={chat.id}
            onChange={(event) => setChosen(event.target.value)}
          >
            {list.chats.map((one) => (
              <option key={one.id} value={one.id}>
                {titleOf(one)} · {day(one.updatedAt)}
              </option>
            ))}
          </Select>
          <Button
            className="min-h-11"
            onClick={() =>
              onAsk({
                title: 'Forget this chat?',
                says: `“${titleOf(chat)}” is deleted, with everything said in it. What you have also said elsewhere stays known. This cannot be undone.`,
                wish: { chatId: chat.id },
              })
            }
          >
            Forget…
          </Button>
        </div>
      ) : (
        <p className="text-ink-faint">There are no chats.</p>
      )}
    </Part>
  )
}

function Period({ onAsk }: AskProps) {
  const [from, setFrom] = useState('')
  const [to, setTo] = useState('')
  const [error, setError] = useState<string | null>(null)
  function submit(event: FormEvent) {
    event.preventDefault()
    const period = periodOf(from, to)
    if (typeof period === 'string') return setError(period)
    onAsk({
      title: 'Forget this time?',
      says: `Everything you said from ${day(`${from}T12:00`)} to ${day(`${to}T12:00`)}, both days included, in your chats too, and what I learned from it alone. This cannot be undone.`,
      wish: { period },
    })
  }
  return (
    <Part title="A time" says="Whatever was said in it.">
      <form onSubmit={submit} noValidate className="flex flex-wrap items-end gap-3">
        <Field
          type="date"
          className="min-w-0 flex-1 basis-40"
          label="From"
          value={from}
          error={error}
          onChange={(event) => [setFrom(event.target.value), setError(null)]}
        />
        <Field
          type="date"
          className="min-w-0 flex-1 basis-40"
          label="To"
          value={to}
          onChange={(event) => [setTo(event.target.value), setError(null)]}
        />
        <Button type="submit" className="min-h-11">
          Forget…
        </Button>
      </form>
    </Part>
  )
}

export function Part({ title, says, children }: { title: string; says: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="mt-8 border-line border-t pt-6">
      <h2 id={id} className="font-semibold text-lg">
        {title}
      </h2>
      <p className="mt-0.5 text-[0.9375rem] text-ink-faint">{says}</p>
      <div className="mt-4">{children}</div>
    </section>
  )
}
