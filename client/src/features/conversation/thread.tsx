/** The open chat: what was said, what is being said, and the box for what comes next. */
import { lazy, type ReactNode, Suspense, useCallback, useMemo, useRef, useState } from 'react'
import { chats as api } from '../../api/endpoints'
import { inOneLine, isQuotaRefusal } from '../../api/sentences'
import type { ModelChoice, Persona } from '../../api/types'
import { useWords } from '../../language/words'
import { loadLate } from '../../load-late'
import { navigate } from '../../router'
import { Button, IconButton } from '../../ui/button'
import type { Somebody } from '../../ui/face'
import { DownArrowIcon, TalkIcon } from '../../ui/icons'
import { useShortcut } from '../../ui/shortcuts'
import { useToasts } from '../../ui/toast'
import { useStable } from '../../ui/use-stable'
import { SharedFoot } from '../chats/shared-foot'
import { useContinue } from '../chats/use-continue'
import { InChatContext } from '../tools/context'
import { type Kept, refusalIn, refusalOf } from '../upgrade/refused'
import { QUOTA_NOTE, QuotaLine } from '../usage/quota/quota-line'
import { useChatQuota } from '../usage/use-usage'
import { openOutput } from '../voice/aloud/output'
import { stopReading } from '../voice/aloud/reading'
import { voiceWords } from '../voice/words'
import { Announcer, type Outcome } from './announcer'
import { useBox } from './box'
import { Composer, isTouch } from './composer'
import { markAccepted, markSent, moveDraft, NEW_CHAT, takeAlong } from './drafts'
import { MessageList } from './message-list'
import { endingOf, type Message, textOf, type Words } from './messages'
import type { Again } from './regenerate-menu'
import type { Trouble } from './trouble'
import { TroubleNotice } from './trouble-notice'
import { useConversation } from './use-conversation'
import { useDraft } from './use-draft'
import { useEditLast } from './use-edit-last'
import { useFocusAfter } from './use-focus-after'
import { useStickToEnd } from './use-stick-to-end'
import { conversationWords } from './words'

const UpgradeDialog = lazy(() => loadLate(() => import('../upgrade/upgrade-dialog')))
const TalkMode = lazy(() => loadLate(() => import('../voice/hands-free/talk-mode')))
const BOX = 'textarea[name="message"]'

export interface ThreadProps {
  chatId: string
  first: { messages: Message[]; hasEarlier: boolean }
  draftKey: string
  /** Whose chat it is, where it is somebody else's; then it can only be read. */
  author: string | null
  /** When it was shared as a snapshot, where it is one and somebody else's. */
  snapshotAt: string | null
  persona: Persona | null
  /** Who answers, and who asks. */
  face: Somebody
  askerFace: Somebody
  /** The side of the persona that the person chose; null where it is taken as it is. */
  profileId: string | null
  /** Those that could answer. */
  models: ModelChoice[]
  /** What is said in it is remembered. */
  isRemembered: boolean
  /** A new chat is to be a temporary one. */
  isTemporary: boolean
  /** The model the person chose; null where the server's order stands. */
  modelName: string | null
  /** Stands in for the messages while there are none. */
  welcome: (suggest: (text: string) => void) => ReactNode
  /** What can be chosen for the next message: the model, and the persona while it can still be changed. */
  aside: ReactNode
  switches?: ReactNode
  seesImages: boolean
  explainedTurn: string | null
  onWhy: (turnId: string) => void
  onFirstWords: (text: string) => void
  onTurnOver: () => void
}

export function Thread(props: ThreadProps) {
  const { chatId, first, draftKey, author, persona } = props
  const says = useWords(conversationWords)
  const { handsFree } = useWords(voiceWords)
  const isReadOnly = author !== null
  const { words, change, giveBack } = useDraft(draftKey)
  const [editBack, setEditBack] = useState<{ id: string; words: Words } | null>(null)
  /** The message on its way: under which key it is kept, and its text when it opens the chat. */
  const outgoing = useRef<{ key: string; opens: string | null } | null>(null)
  const { show } = useToasts()
  const quota = useChatQuota()
  const quotaNote = useRef<HTMLDivElement>(null)
  /** What was last wished of the server, and what of it a plan refused. */
  const wished = useRef<() => void>(() => {})
  const [refused, setRefused] = useState<Kept | null>(null)

  const { conversation, messages, trouble, hasEarlier, isBusy, isRejoining } = useConversation({
    chatId,
    messages: first.messages,
    hasEarlier: first.hasEarlier,
    giveBack: (back, editedId) => {
      if (editedId) return setEditBack({ id: editedId, words: back })
      settleOutgoing()
      giveBack(back)
    },
    onSending: (id, sent) => {
      outgoing.current = { key: draftKey, opens: messages.length === 0 ? sent.text : null }
      markSent(draftKey, id, sent)
    },
    onAccepted: () => {
      const opens = settleOutgoing()
      if (opens === null) return
      moveDraft(draftKey, chatId)
      props.onFirstWords(opens)
    },
    onTurnOver: () => {
      const { trouble } = conversation.getStanding()
      quota.turnOver(isOutOfChats(trouble))
      const refusal = trouble?.kind === 'refused' ? refusalOf(trouble.error) : null
      if (refusal) setRefused({ ...refusal, again: wished.current })
      props.onTurnOver()
    },
  })

  function settleOutgoing(): string | null {
    const going = outgoing.current
    outgoing.current = null
    if (going) markAccepted(going.key)
    return going?.opens ?? null
  }

  const scroller = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const { isAway, toEnd, letGo } = useStickToEnd(scroller, content, messages.length > 0)
  const wishes = {
    personaId: persona?.id ?? null,
    profileId: props.profileId,
    isTemporary: props.isTemporary,
    modelName: props.modelName,
  }
  const who = persona?.name ?? 'Holdfast'
  const stop = useCallback(() => conversation.stop(), [conversation])
  useShortcut(isBusy ? { keys: 'Escape', layer: 'answer', says: says.composer.stopKey, run: stop } : null)

  /** Where nothing is left, that is said instead; unless the server knows better by now. */
  async function sayNow(said: Words): Promise<boolean> {
    if (quota.isExhausted && !(await quota.hasRoomNow())) {
      if (quota.entry) setRefused({ ...refusalIn(quota.entry), again: wished.current })
      return false
    }
    if (!conversation.say(said, wishes)) return false
    toEnd()
    return true
  }

  /** Whatever stands in the box then: words that were refused are there again. */
  const send = useStable(async () => {
    wished.current = () => void send()
    if (await sayNow(words)) change({ text: '', files: [] })
  })

  /** Into the box, where it can be changed before it is sent. What stands there already is kept below it. */
  const suggest = useStable((text: string) => {
    giveBack({ text, files: [] })
    requestAnimationFrame(() => content.current?.ownerDocument.querySelector<HTMLElement>(BOX)?.focus())
  })

  useBox(isReadOnly ? null : suggest)

  const [isTalking, setTalking] = useState(false)
  function beginTalk() {
    if (isBusy) return
    // Here, where it was pressed: browsers let no page speak before.
    openOutput()
    stopReading()
    setTalking(true)
  }
  const endTalk = useStable(() => setTalking(false))
  const boxPlace = useFocusAfter(isTalking)
  useEditLast(boxPlace, content, !isReadOnly && !isBusy && messages.length > 0)
  /** What was said over an answer waits for its end; where the talk ends first, it stands in the box. */
  const sayAloud = useStable(async (text: string, calledOff: AbortSignal) => {
    await conversation.whenIdle()
    if (!calledOff.aborted) return sayNow({ text, files: [] })
    giveBack({ text, files: [] })
    return true
  })

  /** The chat is gone; what was typed into it is not. */
  function startAnew() {
    takeAlong(draftKey, NEW_CHAT)
    navigate('/')
  }

  /** What fails here changed nothing, so a word about it is enough. */
  async function attempt(action: () => Promise<void>) {
    try {
      await action()
    } catch (error) {
      show(inOneLine(error))
    }
  }

  const choose = useStable((headMessageId: string) =>
    attempt(async () => {
      const pressed = document.activeElement?.getAttribute('aria-label') ?? ''
      await api.change(chatId, { headMessageId })
      letGo()
      await conversation.refreshTo(headMessageId)
      requestAnimationFrame(() => showVersion(content.current, headMessageId, pressed))
    }),
  )

  const onEarlier = useStable(() =>
    attempt(async () => {
      const element = scroller.current
      const fromEnd = element ? element.scrollHeight - element.scrollTop : 0
      await conversation.loadEarlier()
      requestAnimationFrame(() => element?.scrollTo({ top: element.scrollHeight - fromEnd }))
    }),
  )
  const onEdit = useStable((id: string, edited: Words) => {
    wished.current = () => onEdit(id, edited)
    setEditBack(null)
    conversation.edit(id, edited, wishes)
    toEnd()
    // The editor is gone with its focus, and so is the question as it was.
    requestAnimationFrame(() => {
      const page = content.current?.ownerDocument
      if (!isTouch && page?.activeElement === page?.body) page?.querySelector<HTMLElement>(BOX)?.focus()
    })
  })
  const onRegenerate = useStable((id: string, again: Again = {}) => {
    wished.current = () => onRegenerate(id, again)
    conversation.regenerate(id, { ...wishes, ...again })
    toEnd()
  })
  /** What is typed in the box stays there. */
  const onContinue = useStable((id: string) => {
    wished.current = () => onContinue(id)
    conversation.goOn(id, wishes)
    toEnd()
  })
  const onWhy = useStable(props.onWhy)
  const onDecided = useStable(() => void conversation.lookAgain())
  const inChat = useMemo(() => ({ chatId, isReadOnly, onDecided }), [chatId, isReadOnly, onDecided])
  const { goOn } = useContinue(chatId)
  const onFork = useStable((id: string) => void goOn(id))

  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <div ref={scroller} className="@container relative min-h-0 flex-1 overflow-y-auto overscroll-contain">
        <InChatContext value={inChat}>
          <MessageList
            contentRef={content}
            chatId={chatId}
            messages={messages}
            who={who}
            face={props.face}
            asker={author ?? says.you}
            askerFace={props.askerFace}
            trouble={trouble}
            isBusy={isBusy}
            isRejoining={isRejoining}
            isReadOnly={isReadOnly}
            isRemembered={props.isRemembered}
            explainedTurn={props.explainedTurn}
            hasEarlier={hasEarlier}
            editBack={editBack}
            onEarlier={onEarlier}
            onEdit={onEdit}
            models={props.models}
            onContinue={onContinue}
            onFork={onFork}
            onRegenerate={onRegenerate}
            onChoose={choose}
            onWhy={onWhy}
          >
            {messages.length === 0 && props.welcome(suggest)}
          </MessageList>
        </InChatContext>
      </div>
      {refused && (
        <Suspense fallback={null}>
          <UpgradeDialog
            kept={refused}
            onClose={() => {
              setRefused(null)
              // Once the dialog is gone: beneath it nothing takes the focus.
              requestAnimationFrame(() => quotaNote.current?.focus())
            }}
          />
        </Suspense>
      )}
      <Announcer isBusy={isBusy} who={who} outcome={outcomeOf(messages, trouble)} />
      {isReadOnly ? (
        <SharedFoot chatId={chatId} author={author} snapshotAt={props.snapshotAt} />
      ) : (
        <div className="@container relative pb-[calc(0.75rem+env(safe-area-inset-bottom))] sm:pb-[calc(1.25rem+env(safe-area-inset-bottom))]">
          {isAway && (
            <Button
              className="-top-14 -translate-x-1/2 absolute left-1/2 animate-[rise_160ms_ease] rounded-full! shadow-lift"
              onClick={() => toEnd('smooth')}
            >
              <DownArrowIcon /> {says.latest}
            </Button>
          )}
          <div
            ref={boxPlace}
            // Where nobody speaks yet, there is no margin for names.
            className={`mx-auto flex flex-col gap-2 px-3 sm:px-8 ${messages.length === 0 ? 'max-w-[43rem]' : 'max-w-[calc(var(--column)+4rem)] @2xl:pl-40'}`}
          >
            <div ref={quotaNote} id={QUOTA_NOTE} tabIndex={-1} className="flex flex-col gap-2">
              <TroubleNotice
                trouble={trouble}
                isRejoining={isRejoining && messages.at(-1)?.role === 'assistant'}
                onDismiss={() => conversation.dismissTrouble()}
                onSendAgain={words.text.trim() || words.files.length > 0 ? () => void send() : null}
                onStartAnew={startAnew}
              />
              {!isOutOfChats(trouble) && <QuotaLine quota={quota} />}
            </div>
            {isTalking ? (
              <Suspense fallback={null}>
                <TalkMode
                  who={who}
                  personaId={persona?.id ?? null}
                  answer={answeringOf(messages, isBusy, trouble)}
                  say={sayAloud}
                  hush={stop}
                  onClose={endTalk}
                />
              </Suspense>
            ) : (
              <Composer
                boxId={draftKey}
                words={words}
                onChange={change}
                onSend={() => void send()}
                heldBy={quota.isExhausted ? QUOTA_NOTE : null}
                onStop={stop}
                isBusy={isBusy}
                seesImages={props.seesImages}
                personaId={persona?.id}
                switches={
                  <>
                    {props.switches}
                    {persona?.isPerpetual && (
                      <IconButton
                        label={handsFree(who)}
                        data-hands-free
                        // Not `disabled`: a talk may end before its answer does, and the focus comes back here.
                        aria-disabled={isBusy || undefined}
                        onClick={beginTalk}
                      >
                        <TalkIcon />
                      </IconButton>
                    )}
                  </>
                }
                aside={props.aside}
                placeholder={messages.length === 0 ? says.composer.first : says.composer.reply(who)}
              />
            )}
          </div>
        </div>
      )}
    </div>
  )
}

/**
 * The chosen version stays in sight, and the key that chose it under the finger: its row is a new one. On a slow machine
 * it is drawn, and its keys can be pressed, some frames later.
 */
function showVersion(content: HTMLElement | null, id: string, pressed: string, frames = 60): void {
  const row = content?.querySelector(`[data-message="${CSS.escape(id)}"]`)
  const buttons = [...(row?.querySelectorAll<HTMLButtonElement>('fieldset button:enabled') ?? [])]
  if (buttons.length === 0 && frames > 0) {
    requestAnimationFrame(() => showVersion(content, id, pressed, frames - 1))
    return
  }
  row?.scrollIntoView?.({ block: 'nearest' })
  if (document.activeElement !== document.body) return
  const same = buttons.find((button) => button.getAttribute('aria-label') === pressed)
  ;(same ?? buttons[0])?.focus({ preventScroll: true })
}

function outcomeOf(messages: Message[], trouble: Trouble | null): Outcome {
  const last = messages.at(-1)
  if (trouble || last?.role !== 'assistant') return 'trouble'
  const ending = endingOf(last)
  if (ending === 'whole') return 'answered'
  return ending === 'stopped' ? 'stopped' : 'trouble'
}

/** How far the answer to what was said last is. */
function answeringOf(messages: Message[], isBusy: boolean, trouble: Trouble | null) {
  const last = messages.at(-1)
  const answer = last?.role === 'assistant' ? last : null
  return { id: answer?.id ?? null, text: answer ? textOf(answer) : '', isBusy, hasTrouble: trouble !== null }
}

function isOutOfChats(trouble: Trouble | null): boolean {
  return trouble?.kind === 'refused' && isQuotaRefusal(trouble.error)
}
