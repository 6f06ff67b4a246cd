/** An older part of a long chat, read where a search led to; to write, one goes to its end. */

import { useRef, useState } from 'react'
import { chats as api } from '../../api/endpoints'
import { inOneLine } from '../../api/sentences'
import { useWords } from '../../language/words'
import { Button } from '../../ui/button'
import type { Somebody } from '../../ui/face'
import { useToasts } from '../../ui/toast'
import { useStable } from '../../ui/use-stable'
import { useContinue } from '../chats/use-continue'
import { MessageList } from './message-list'
import { type Message, toMessage } from './messages'
import { conversationWords } from './words'

interface ExcerptProps {
  chatId: string
  first: { messages: Message[]; hasEarlier: boolean }
  who: string
  /** Whose chat it is, where it is somebody else's. */
  author: string | null
  /** Who answers, and who asks. */
  face: Somebody
  askerFace: Somebody
  explainedTurn: string | null
  onWhy: (turnId: string) => void
  onLatest: () => void
}

const nothing = () => {}
const NONE: [] = []
const nobody = async () => {}

export function Excerpt(props: ExcerptProps) {
  const { chatId, first, who, author, explainedTurn, onWhy, onLatest } = props
  const says = useWords(conversationWords)
  const [messages, setMessages] = useState(first.messages)
  const [hasEarlier, setEarlier] = useState(first.hasEarlier)
  const [hasLater, setLater] = useState(true)
  const scroller = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const { show } = useToasts()

  async function attempt(action: () => Promise<void>) {
    try {
      await action()
    } catch (error) {
      show(inOneLine(error))
    }
  }

  const onEarlier = useStable(() => {
    void attempt(async () => {
      const element = scroller.current
      const fromEnd = element ? element.scrollHeight - element.scrollTop : 0
      const page = await api.messages(chatId, messages[0]?.id ?? null)
      setMessages([...page.messages.map(toMessage), ...messages])
      setEarlier(page.hasMore)
      requestAnimationFrame(() => element?.scrollTo({ top: element.scrollHeight - fromEnd }))
    })
  })

  function onLater() {
    void attempt(async () => {
      const page = await api.around(chatId, messages.at(-1)?.id ?? '')
      const known = new Set(messages.map((message) => message.id))
      const last = page.messages.findLastIndex((message) => known.has(message.id))
      setMessages([...messages, ...page.messages.slice(last + 1).map(toMessage)])
      setLater(page.hasLater)
    })
  }
  const why = useStable(onWhy)
  const { goOn } = useContinue(chatId)
  const onFork = useStable((id: string) => void goOn(id))

  return (
    <div className="relative flex min-h-0 flex-1 flex-col" data-testid="excerpt">
      <div ref={scroller} className="@container relative min-h-0 flex-1 overflow-y-auto overscroll-contain">
        <MessageList
          contentRef={content}
          chatId={chatId}
          messages={messages}
          who={who}
          face={props.face}
          asker={author ?? says.you}
          askerFace={props.askerFace}
          trouble={null}
          isBusy={false}
          isRejoining={false}
          isRemembered={false}
          isReadOnly
          explainedTurn={explainedTurn}
          hasEarlier={hasEarlier}
          editBack={null}
          onEarlier={onEarlier}
          onEdit={nothing}
          models={NONE}
          onContinue={nothing}
          onFork={onFork}
          onRegenerate={nothing}
          onChoose={nobody}
          onWhy={why}
        >
          {null}
        </MessageList>
        {hasLater && (
          <div className="flex justify-center pb-9">
            <Button look="quiet" onClick={onLater}>
              {says.later}
            </Button>
          </div>
        )}
      </div>
      <div className="flex flex-wrap items-center justify-center gap-x-4 gap-y-2 border-line border-t px-6 py-3 pb-[calc(0.75rem+env(safe-area-inset-bottom))] text-ink-faint text-sm">
        <p>{says.olderPart}</p>
        <Button onClick={onLatest}>{says.toLatest}</Button>
      </div>
    </div>
  )
}
