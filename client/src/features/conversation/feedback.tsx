import { type FormEvent, useRef, useState } from 'react'
import { chats } from '../../api/endpoints'
import { inOneLine } from '../../api/sentences'
import type { Rating } from '../../api/types'
import { useWords } from '../../language/words'
import { Button, IconButton } from '../../ui/button'
import { DownIcon, UpIcon } from '../../ui/icons'
import { useEscape } from '../../ui/shortcuts'
import { useToasts } from '../../ui/toast'
import { conversationWords } from './words'

export interface Rated {
  rating: Rating | null
  isAsking: boolean
  rate: (rating: Rating) => void
  comment: (text: string) => void
  dismiss: () => void
}

/** Shown at once, taken back if the server did not take it. Pressing the same thumb again withdraws it. */
export function useFeedback(chatId: string, messageId: string, stored: Rating | null): Rated {
  const says = useWords(conversationWords).answer
  const { show } = useToasts()
  const [mine, setMine] = useState<{ rating: Rating | null } | null>(null)
  const [isAsking, setAsking] = useState(false)
  const rating = mine ? mine.rating : stored

  async function put(next: Rating | null, text?: string) {
    setMine({ rating: next })
    try {
      await chats.rate(chatId, messageId, next, text)
    } catch (error) {
      setMine({ rating })
      setAsking(false)
      show(inOneLine(error))
    }
  }
  return {
    rating,
    isAsking,
    rate: (wanted) => {
      const next = wanted === rating ? null : wanted
      setAsking(next === 'down')
      void put(next)
    },
    comment: (text) => {
      setAsking(false)
      if (text.trim()) void put('down', text.trim()).then(() => show(says.thanks))
    },
    dismiss: () => setAsking(false),
  }
}

export function Thumbs({ rated }: { rated: Rated }) {
  const says = useWords(conversationWords).answer
  return (
    <>
      <IconButton label={says.good} isOn={rated.rating === 'up'} onClick={() => rated.rate('up')}>
        <UpIcon />
      </IconButton>
      <IconButton label={says.bad} isOn={rated.rating === 'down'} onClick={() => rated.rate('down')}>
        <DownIcon />
      </IconButton>
    </>
  )
}

export function WhatWasWrong({ rated }: { rated: Rated }) {
  const says = useWords(conversationWords).answer
  const [text, setText] = useState('')
  const form = useRef<HTMLFormElement>(null)
  useEscape('field', rated.isAsking ? rated.dismiss : null, form)
  if (!rated.isAsking) return null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    rated.comment(text)
  }
  return (
    <form
      ref={form}
      onSubmit={submit}
      className="mt-2 flex max-w-lg animate-[rise_160ms_ease] flex-wrap items-center gap-2"
    >
      <input
        // biome-ignore lint/a11y/noAutofocus: it appears because the person has just said that something was wrong
        autoFocus
        aria-label={says.whatWasWrong}
        placeholder={says.whatWasWrong}
        value={text}
        maxLength={2000}
        onChange={(event) => setText(event.target.value)}
        className="h-10 min-w-0 flex-1 basis-56 rounded-lg border border-line-strong bg-raised px-3 text-[0.9375rem]"
      />
      <Button type="submit">{text.trim() ? says.tell : says.skip}</Button>
    </form>
  )
}
