/**
 * A whole chat, set for paper: what the browser prints, or saves as a PDF. It stands in the page only as long as that
 * takes, and only on paper (`print.css`).
 */
import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import useSWR from 'swr'
import { about, chats as api, paths } from '../../api/endpoints'
import { inOneLine } from '../../api/sentences'
import type { ChatSummary, StoredPart } from '../../api/types'
import { useWords, wordsNow } from '../../language/words'
import { moment } from '../../ui/dates'
import { useToasts } from '../../ui/toast'
import { Markdown } from '../conversation/markdown/markdown'
import { useChats } from './chats-provider'
import { chatDialogWords } from './words'

interface Whole {
  messages: { id: string; role: string; createdAt: string; parts: StoredPart[] }[]
}

/** Formulas and the colours of code are set when their letters have come; then nothing moves for so long. */
const STILL_MS = 400
const LONGEST_MS = 6000

export default function PrintedChat({ chat, onDone }: { chat: ChatSummary; onDone: () => void }) {
  const says = useWords(chatDialogWords).print
  const { nameOf } = useChats()
  const { show } = useToasts()
  const { data: personas = [] } = useSWR(paths.personas, about.personas)
  const [whole, setWhole] = useState<Whole | null>(null)
  const page = useRef<HTMLDivElement>(null)
  const answerer = personas.find((one) => one.id === chat.personaId)?.name ?? says.answer

  useEffect(() => {
    let isGone = false
    const letGo = show(wordsNow(chatDialogWords).print.wait)
    read(chat.id).then(
      (found) => !isGone && setWhole(found),
      (error: unknown) => {
        if (isGone) return
        show(inOneLine(error))
        onDone()
      },
    )
    return () => {
      isGone = true
      letGo()
    }
  }, [chat.id, show, onDone])

  useEffect(() => {
    if (!whole || !page.current) return
    return whenStill(page.current, () => {
      window.print()
      onDone()
    })
  }, [whole, onDone])

  if (!whole) return null
  return createPortal(
    <div ref={page} data-testid="printed" className="printed">
      <h1>{nameOf(chat)}</h1>
      {whole.messages.map(({ id, role, createdAt, parts }) => (
        <article key={id}>
          <p className="said-by">
            <strong>{role === 'user' ? says.you : answerer}</strong> {moment(createdAt)}
          </p>
          {role === 'user' ? (
            <p className="question">{textOf(parts)}</p>
          ) : (
            <Markdown text={textOf(parts)} isCut />
          )}
        </article>
      ))}
    </div>,
    document.body,
  )
}

function textOf(parts: StoredPart[]): string {
  return parts
    .flatMap((part) => ('text' in part && part.type === 'text' ? [String(part.text)] : []))
    .join('\n\n')
}

async function read(chatId: string): Promise<Whole> {
  const response = await api.exported(chatId, 'json')
  return (await response.json()) as Whole
}

function whenStill(element: HTMLElement, run: () => void): () => void {
  let timer = setTimeout(run, STILL_MS)
  const latest = setTimeout(run, LONGEST_MS)
  const observer = new MutationObserver(() => {
    clearTimeout(timer)
    timer = setTimeout(run, STILL_MS)
  })
  observer.observe(element, { childList: true, subtree: true, characterData: true })
  return () => {
    clearTimeout(timer)
    clearTimeout(latest)
    observer.disconnect()
  }
}
