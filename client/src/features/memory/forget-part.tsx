import { type FormEvent, type ReactNode, useId, useState } from 'react'
import type { ForgetWish, Receipt } from '../../api/types'
import { useWords } from '../../language/words'
import { Button } from '../../ui/button'
import { day } from '../../ui/dates'
import { Field } from '../../ui/field'
import { Select } from '../../ui/select'
import { titleOf } from '../chats/chat-list'
import { useChats } from '../chats/chats-provider'
import { ForgetDialog } from './forget-dialog'
import { periodOf } from './period'
import { Receipts } from './receipts'
import { memoryWords } from './words'

interface Asked {
  title: string
  says: ReactNode
  wish: ForgetWish
  word?: string
}

/** By topic, chat, time, or all of it: how much is told before, and a receipt after. */
export function ForgetPart({ onForgotten }: { onForgotten: (receipt: Receipt) => void }) {
  const says = useWords(memoryWords).forgetPart
  const [asked, setAsked] = useState<Asked | null>(null)
  return (
    <>
      <Topic onAsk={setAsked} />
      <OneChat onAsk={setAsked} />
      <Period onAsk={setAsked} />
      <Part title={says.everything} says={says.everythingLead}>
        <Button
          look="danger"
          onClick={() =>
            setAsked({
              title: says.everythingTitle,
              says: says.everythingSays,
              wish: { everything: true },
              word: says.everythingWord,
            })
          }
        >
          {says.everythingButton}
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
  const words = useWords(memoryWords)
  const says = words.forgetPart
  const [topic, setTopic] = useState('')
  const [error, setError] = useState<string | null>(null)
  function submit(event: FormEvent) {
    event.preventDefault()
    if (topic.trim() === '') return setError(says.topicMissing)
    onAsk({
      title: says.topicTitle(topic.trim()),
      says: says.topicSays,
      wish: { query: topic.trim() },
    })
  }
  return (
    <Part title={says.topic} says={says.topicLead}>
      <form onSubmit={submit} noValidate className="flex flex-wrap items-end gap-3">
        <Field
          className="min-w-0 flex-1 basis-56"
          label={says.topicLabel}
          value={topic}
          maxLength={1000}
          error={error}
          placeholder={says.topicExample}
          onChange={(event) => [setTopic(event.target.value), setError(null)]}
        />
        <Button type="submit" className="min-h-11">
          {words.forgetDots}
        </Button>
      </form>
    </Part>
  )
}

function OneChat({ onAsk }: AskProps) {
  const words = useWords(memoryWords)
  const says = words.forgetPart
  const { list } = useChats()
  const [chosen, setChosen] = useState('')
  const chat = list.chats.find((one) => one.id === chosen) ?? list.chats[0]
  return (
    <Part title={says.chat} says={says.chatLead}>
      {chat ? (
        <div className="flex flex-wrap items-end gap-3">
          <Select
            className="min-w-0 flex-1 basis-56"
            label={says.chatLabel}
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
                title: says.chatTitle,
                says: says.chatSays(titleOf(chat)),
                wish: { chatId: chat.id },
              })
            }
          >
            {words.forgetDots}
          </Button>
        </div>
      ) : (
        <p className="text-ink-faint">{says.noChats}</p>
      )}
    </Part>
  )
}

function Period({ onAsk }: AskProps) {
  const words = useWords(memoryWords)
  const says = words.forgetPart
  const [from, setFrom] = useState('')
  const [to, setTo] = useState('')
  const [error, setError] = useState<string | null>(null)
  function submit(event: FormEvent) {
    event.preventDefault()
    const period = periodOf(from, to)
    if (typeof period === 'string') return setError(says[period])
    onAsk({
      title: says.periodTitle,
      says: says.periodSays(day(`${from}T12:00`), day(`${to}T12:00`)),
      wish: { period },
    })
  }
  return (
    <Part title={says.period} says={says.periodLead}>
      <form onSubmit={submit} noValidate className="flex flex-wrap items-end gap-3">
        <Field
          type="date"
          className="min-w-0 flex-1 basis-40"
          label={says.from}
          value={from}
          error={error}
          onChange={(event) => [setFrom(event.target.value), setError(null)]}
        />
        <Field
          type="date"
          className="min-w-0 flex-1 basis-40"
          label={says.to}
          value={to}
          onChange={(event) => [setTo(event.target.value), setError(null)]}
        />
        <Button type="submit" className="min-h-11">
          {words.forgetDots}
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
