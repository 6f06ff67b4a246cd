/** The open chat: what was said, what is being said, and the box for what comes next. */
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { chats as api } from '../../api/endpoints'
import { inOneLine } from '../../api/sentences'
import type { Persona } from '../../api/types'
import { Button } from '../../ui/button'
import { DownArrowIcon } from '../../ui/icons'
import { Notice } from '../../ui/notice'
import { useToasts } from '../../ui/toast'
import { Announcer } from './announcer'
import { Answer, Thinking } from './answer'
import { Composer } from './composer'
import { markAccepted, markSent } from './drafts'
import type { Message, Words } from './messages'
import { Question } from './question'
import { TroubleNotice } from './trouble-notice'
import { useConversation } from './use-conversation'
import { useDraft } from './use-draft'
import { useStickToEnd } from './use-stick-to-end'
import { Welcome } from './welcome'

export interface ThreadProps {
  chatId: string
  first: { messages: Message[]; hasEarlier: boolean }
  draftKey: string
  isReadOnly: boolean
  personName: string | null
  personas: Persona[]
  persona: Persona | null
  onPersona: ((persona: Persona) => void) | null
  /** The persona picker, while it can still be changed. */
  aside: ReactNode
  seesImages: boolean
  explainedTurn: string | null
  onWhy: (turnId: string) => void
  onFirstWords: (text: string) => void
  onTurnOver: () => void
}

export function Thread(props: ThreadProps) {
  const { chatId, first, isReadOnly, persona, seesImages } = props
  const { words, change, giveBack } = useDraft(props.draftKey)
  /** The message on its way: under which key it is kept, and its text when it opens the chat. */
  const outgoing = useRef<{ key: string; opens: string | null } | null>(null)
  const [editBack, setEditBack] = useState<{ id: string; words: Words } | null>(null)
  const { show } = useToasts()
  const { conversation, messages, trouble, hasEarlier, isBusy, isStreaming, isRejoining } = useConversation({
    chatId,
    messages: first.messages,
    hasEarlier: first.hasEarlier,
    giveBack: (back, editedId) =>
      editedId ? setEditBack({ id: editedId, words: back }) : [settleOutgoing(), giveBack(back)],
    onSending: (id, sent) => {
      outgoing.current = { key: props.draftKey, opens: messages.length === 0 ? sent.text : null }
      markSent(props.draftKey, id, sent)
    },
    onAccepted: () => {
      const opens = settleOutgoing()
      if (opens !== null) props.onFirstWords(opens)
    },
    onTurnOver: props.onTurnOver,
  })

  function settleOutgoing(): string | null {
    const going = outgoing.current
    outgoing.current = null
    if (going) markAccepted(going.key)
    return going?.opens ?? null
  }

  const scroller = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const box = useRef<HTMLTextAreaElement>(null)
  const { isAway, toEnd } = useStickToEnd(scroller, content, messages.length > 0)
  const wishes = { personaId: persona?.id ?? null }
  const who = persona?.name ?? 'Holdfast'
  const last = messages.at(-1)
  const isWaiting = isBusy && (last?.role !== 'assistant' || !isStreaming)

  const stop = useCallback(() => conversation.stop(), [conversation])
  useEffect(() => {
    if (!isBusy) return
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && !event.defaultPrevented && stop()
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [isBusy, stop])

  function send() {
    if (!conversation.say(words, wishes)) return
    change({ text: '', files: [] })
    toEnd()
  }

  async function choose(headMessageId: string) {
    try {
      await api.change(chatId, { headMessageId })
      await conversation.refresh()
    } catch (error) {
      show(inOneLine(error))
    }
  }

  async function loadEarlier() {
    const element = scroller.current
    const fromEnd = element ? element.scrollHeight - element.scrollTop : 0
    try {
      await conversation.loadEarlier()
      requestAnimationFrame(() => element?.scrollTo({ top: element.scrollHeight - fromEnd }))
    } catch (error) {
      show(inOneLine(error))
    }
  }

  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <div
        ref={scroller}
        className="@container min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 sm:px-8"
      >
        <div
          ref={content}
          role="log"
          aria-label="Conversation"
          aria-live="polite"
          className="mx-auto flex w-full max-w-[47rem] flex-col gap-8 pt-8 pb-10 @2xl:gap-9"
        >
          {messages.length === 0 && !isReadOnly && (
            <Welcome
              name={props.personName}
              personas={props.personas}
              chosen={persona}
              onChoose={(one) => props.onPersona?.(one)}
            />
          )}
          {hasEarlier && (
            <Button look="quiet" className="self-center" onClick={() => void loadEarlier()}>
              Show what was said before
            </Button>
          )}
          {messages.map((message, at) =>
            message.role === 'user' ? (
              <Question
                key={`${message.id}${editBack?.id === message.id ? '-back' : ''}`}
                message={message}
                isLocked={isBusy}
                returned={editBack?.id === message.id ? editBack.words : null}
                onEdit={
                  isReadOnly
                    ? null
                    : (id, edited) => [setEditBack(null), conversation.edit(id, edited, wishes), toEnd()]
                }
                onChoose={(id) => void choose(id)}
              />
            ) : (
              <Answer
                key={message.id}
                chatId={chatId}
                message={message}
                who={who}
                isWriting={isBusy && at === messages.length - 1}
                isLocked={isBusy}
                isReadOnly={isReadOnly}
                isExplained={props.explainedTurn !== null && message.metadata?.turnId === props.explainedTurn}
                failure={at === messages.length - 1 && trouble?.kind === 'failed' ? trouble.sentence : null}
                onRegenerate={(id) => [conversation.regenerate(id, wishes), toEnd()]}
                onChoose={(id) => void choose(id)}
                onWhy={props.onWhy}
              />
            ),
          )}
          {isWaiting && last?.role === 'user' && <Thinking who={who} isRejoining={isRejoining} />}
          {!isBusy && !isReadOnly && last?.role === 'user' && trouble?.kind !== 'unreachable' && (
            <Notice
              tone="amber"
              actions={<Button onClick={() => conversation.regenerate(last.id, wishes)}>Ask again</Button>}
            >
              {trouble?.kind === 'failed' ? trouble.sentence : 'This has not been answered yet.'}
            </Notice>
          )}
        </div>
      </div>
      <Announcer isBusy={isBusy} who={who} />
      {isReadOnly ? (
        <p className="border-line border-t px-6 py-4 pb-[calc(1rem+env(safe-area-inset-bottom))] text-center text-ink-faint text-sm">
          Someone shared this chat with you. You can read it, but not write in it.
        </p>
      ) : (
        <div className="@container relative px-3 pb-[calc(0.75rem+env(safe-area-inset-bottom))] sm:px-8 sm:pb-[calc(1.25rem+env(safe-area-inset-bottom))]">
          {isAway && (
            <Button
              className="-top-14 -translate-x-1/2 absolute left-1/2 animate-[rise_160ms_ease] rounded-full! shadow-lift"
              onClick={() => toEnd('smooth')}
            >
              <DownArrowIcon /> Latest
            </Button>
          )}
          <div className="mx-auto flex max-w-[47rem] flex-col gap-2 @2xl:pl-32">
            <TroubleNotice
              trouble={trouble}
              isRejoining={isRejoining && last?.role === 'assistant'}
              onDismiss={() => conversation.dismissTrouble()}
            />
            <Composer
              words={words}
              onChange={change}
              onSend={send}
              onStop={stop}
              isBusy={isBusy}
              seesImages={seesImages}
              boxRef={box}
              aside={props.aside}
              placeholder={messages.length === 0 ? 'What is on your mind?' : `Reply to ${who}`}
            />
          </div>
        </div>
      )}
    </div>
  )
}
