/** A few words with a persona beside its form, in a temporary chat that goes when one leaves it. */
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { chats } from '../../api/endpoints'
import { inOneLine } from '../../api/sentences'
import type { WholePersona } from '../../api/types'
import { useWords } from '../../language/words'
import { Button } from '../../ui/button'
import { Field } from '../../ui/field'
import { Select } from '../../ui/select'
import { personaWords } from './words'

interface Said {
  question: string
  answer: string | null
  isTrouble?: boolean
}

export function TryIt({ persona }: { persona: WholePersona }) {
  const says = useWords(personaWords)
  const [said, setSaid] = useState<Said[]>([])
  const [profile, setProfile] = useState('')
  const chat = useRef<string | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const isBusy = said.at(-1)?.answer === null

  function startOver() {
    if (chat.current) void chats.remove(chat.current, { forget: false, keepalive: true }).catch(() => {})
    chat.current = null
    setSaid([])
  }
  useEffect(() => {
    const leave = () => {
      if (chat.current) void chats.remove(chat.current, { forget: false, keepalive: true }).catch(() => {})
      chat.current = null
    }
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      leave()
    }
  }, [])

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const question = String(new FormData(event.currentTarget).get('question') ?? '').trim()
    if (!question || isBusy) return
    form.current?.reset()
    chat.current ??= crypto.randomUUID()
    const answered = (last: Partial<Said>) =>
      setSaid((now) => now.map((one, at) => (at === now.length - 1 ? { ...one, ...last } : one)))
    setSaid((now) => [...now, { question, answer: null }])
    try {
      const wish = { chatId: chat.current, personaId: persona.id, profileId: profile || null, text: question }
      answered({ answer: await chats.tryOut(wish) })
    } catch (error) {
      answered({ answer: inOneLine(error), isTrouble: true })
    }
  }

  return (
    <section aria-label={says.tryTitle} className="mt-10 max-w-2xl border-line border-t pt-6">
      <h2 className="font-semibold font-serif text-xl">{says.tryTitle}</h2>
      <p className="mt-1 text-pretty text-ink-soft text-sm">{says.tryLead}</p>
      <ol aria-live="polite" className="mt-4 grid gap-3 empty:hidden">
        {said.map(({ question, answer, isTrouble }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: nothing comes between them
          <li key={place} className="grid gap-1.5">
            <p className="font-medium">{question}</p>
            <p className={`whitespace-pre-wrap ${isTrouble ? 'text-rust' : 'text-ink-soft'}`}>
              {answer ?? says.tryWaiting}
            </p>
          </li>
        ))}
      </ol>
      <form ref={form} onSubmit={(event) => void submit(event)} className="mt-4 grid gap-3">
        {persona.profiles.length > 0 && (
          <Select
            label={says.tryAs}
            value={profile}
            onChange={(event) => [setProfile(event.target.value), startOver()]}
          >
            <option value="">{says.tryGeneral}</option>
            {persona.profiles.map((one) => (
              <option key={one.id} value={one.id}>
                {one.name}
              </option>
            ))}
          </Select>
        )}
        <div className="flex items-end gap-2">
          <Field
            label={says.tryQuestion}
            name="question"
            maxLength={4000}
            autoComplete="off"
            className="flex-1"
          />
          <Button type="submit" disabled={isBusy}>
            {says.tryAsk}
          </Button>
        </div>
        {said.length > 0 && (
          <div>
            <Button look="quiet" onClick={startOver} disabled={isBusy}>
              {says.tryAgain}
            </Button>
          </div>
        )}
      </form>
    </section>
  )
}
