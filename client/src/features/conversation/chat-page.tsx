/** Opens a chat: loads what was said, or starts empty, and says so when it cannot be opened. */
import { useEffect, useState } from 'react'
import useSWR from 'swr'
import { about, chats as api, paths } from '../../api/endpoints'
import { ApiError } from '../../api/http'
import type { ChatSummary, MessagePage, Person, Persona } from '../../api/types'
import { useWords } from '../../language/words'
import { navigate, useSearch } from '../../router'
import { Button, IconButton } from '../../ui/button'
import { TemporaryIcon } from '../../ui/icons'
import { Notice, TroubleText } from '../../ui/notice'
import { uiWords } from '../../ui/words'
import { ArchiveMark } from '../chats/archive-mark'
import { useChats } from '../chats/chats-provider'
import { chatWords } from '../chats/words'
import { ChatMark } from '../memory/in-chat/chat-mark'
import { Welcome } from '../start/welcome'
import { dropArrived, hasDraft, NEW_CHAT, takeAlong } from './drafts'
import { Excerpt } from './excerpt'
import { faceOfAuthor, faceOfPerson, faceOfPersona } from './faces'
import { type Message, toMessage } from './messages'
import { ModelPicker } from './model-picker'
import { PersonaPicker } from './persona-picker'
import { ProfilePicker } from './profile-picker'
import { showSought } from './sought'
import { Thread } from './thread'
import { useModel } from './use-model'
import { useProfile } from './use-profile'
import { conversationWords } from './words'

interface ChatPageProps {
  chatId: string
  isNew: boolean
  person: Person
  explainedTurn: string | null
  onWhy: (turnId: string) => void
  /** What the page has opened: somebody else's chat stands in no list. */
  onOpened: (opened: { chat: ChatSummary; isMine: boolean }) => void
}

interface Opened {
  chat: ChatSummary | null
  isMine: boolean
  /** Who shares it, where it is somebody else's. */
  author: string | null
  messages: Message[]
  hasEarlier: boolean
  /** An older part: there is more after it. */
  hasLater: boolean
  /** Another one is another conversation on the page. */
  version: string
}

const TITLE_TAKES_MS = 4000

const EMPTY: Opened = {
  chat: null,
  isMine: true,
  author: null,
  messages: [],
  hasEarlier: false,
  hasLater: false,
  version: '',
}

export function ChatPage({ chatId, isNew, person, explainedTurn, onWhy, onOpened }: ChatPageProps) {
  const says = useWords(conversationWords)
  // The address changes with the first words; the page stays what it was when it opened.
  const [wasNew] = useState(isNew)
  const [opened, setOpened] = useState<Opened | null>(wasNew ? EMPTY : null)
  const [error, setError] = useState<unknown>(null)
  const [tries, setTries] = useState(0)
  const { data: personas = [] } = useSWR(paths.personas, about.personas)
  const search = useSearch()
  const askedFor = isNew ? search.get('persona') : null
  const [wantedId, setWantedId] = useState<string | null>(askedFor)
  const soughtId = isNew ? null : search.get('message')
  const { list, companions, put, refresh, setMemory, order } = useChats()
  const { someone } = useWords(chatWords)
  const standard = personas.find((one) => one.isDefault) ?? personas[0] ?? null
  const chosenId = opened?.chat?.personaId ?? wantedId
  const persona = personas.find((one) => one.id === chosenId) ?? standard
  const profile = useProfile(chatId, persona)
  const [isTemporary, setTemporary] = useState(false)
  const model = useModel(persona?.models ?? [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: `tries` asks for another try
  useEffect(() => {
    if (wasNew) return
    // Looked for, and on the page already.
    if (soughtId && document.querySelector(`[data-message="${CSS.escape(soughtId)}"]`)) {
      showSought(soughtId)
      return
    }
    if (opened && !soughtId && !opened.hasLater) return
    let isGone = false
    open(chatId, soughtId).then(
      (found) => {
        if (isGone) return
        setOpened(found)
        if (found.chat) onOpened({ chat: found.chat, isMine: found.isMine })
        if (soughtId) showSought(soughtId)
      },
      (failure) => !isGone && setError(failure),
    )
    return () => {
      isGone = true
    }
  }, [chatId, wasNew, tries, soughtId, onOpened])

  // The address may name whom to talk to, also when this page stands open already.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each that is named
  useEffect(() => {
    const one = personas.find((persona) => persona.id === askedFor)
    if (one && (companions || !one.isPerpetual)) choose(one)
  }, [askedFor, personas.length, companions === undefined])

  if (error !== null) {
    return <CannotOpen error={error} onRetry={() => [setError(null), setTries(tries + 1)]} />
  }
  if (opened === null) return <Opening />

  const mayChoose = opened.chat === null && isNew

  /** With a companion there is one chat for good: choosing them goes on with it. */
  function choose(one: Persona) {
    const standing = companions?.find((companion) => companion.personaId === one.id)?.chat
    if (!standing || list.hidden.has(standing.id)) return setWantedId(one.id)
    // What was begun for her goes to her.
    takeAlong(NEW_CHAT, standing.id)
    navigate(`/chat/${standing.id}`)
  }

  function rememberChat(text: string) {
    const now = new Date().toISOString()
    const title = text.trim().split('\n')[0]?.slice(0, 80) ?? ''
    put({
      id: chatId,
      title,
      personaId: persona?.id ?? '',
      visibility: 'private',
      sharedAt: null,
      memory: isTemporary ? 'temporary' : 'on',
      createdAt: now,
      updatedAt: now,
      isPinned: false,
      isArchived: false,
      folder: null,
    })
    navigate(`/chat/${chatId}`, { replace: true })
  }

  function afterTurn() {
    refresh()
    // A new chat is given its title by a job, a moment after the answer.
    if (opened?.chat === null) setTimeout(refresh, TITLE_TAKES_MS)
  }

  const author = opened.isMine ? null : (opened.author ?? someone)
  const faces = {
    face: faceOfPersona(persona),
    askerFace: author === null ? faceOfPerson(person) : faceOfAuthor(author),
  }
  if (opened.hasLater) {
    return (
      <Excerpt
        key={opened.messages[0]?.id}
        chatId={chatId}
        first={opened}
        who={persona?.name ?? 'Holdfast'}
        author={author}
        {...faces}
        explainedTurn={explainedTurn}
        onWhy={onWhy}
        onLatest={() => navigate(`/chat/${chatId}`)}
      />
    )
  }
  const kept = list.chats.find((one) => one.id === chatId) ?? opened.chat
  const memory = kept?.memory ?? (isTemporary ? 'temporary' : 'on')
  const snapshotAt = !opened.isMine && opened.chat?.visibility === 'snapshot' ? opened.chat.sharedAt : null
  const thread = (
    <Thread
      // What was searched for stands in another version: that is the one in view now.
      key={opened.version}
      chatId={chatId}
      first={opened}
      draftKey={isNew ? NEW_CHAT : chatId}
      author={author}
      snapshotAt={snapshotAt}
      {...faces}
      persona={persona}
      profileId={profile.chosen?.id ?? null}
      isTemporary={mayChoose && isTemporary}
      isRemembered={memory === 'on'}
      welcome={(suggest) => (
        <Welcome
          name={person.name}
          personas={mayChoose ? personas : []}
          chosen={persona}
          onChoose={choose}
          onSuggest={suggest}
        />
      )}
      switches={
        mayChoose && (
          <IconButton label={says.temporary} isOn={isTemporary} onClick={() => setTemporary(!isTemporary)}>
            <TemporaryIcon />
          </IconButton>
        )
      }
      aside={
        <>
          {mayChoose && persona && <PersonaPicker personas={personas} chosen={persona} onChoose={choose} />}
          {persona && opened.isMine && (
            <ProfilePicker persona={persona} chosen={profile.chosen} onChoose={profile.choose} />
          )}
          {model.chosen && (
            <ModelPicker models={model.models} chosen={model.chosen} onChoose={model.choose} />
          )}
        </>
      }
      models={model.models}
      modelName={model.wanted}
      seesImages={model.chosen?.seesImages ?? true}
      explainedTurn={explainedTurn}
      onWhy={onWhy}
      onFirstWords={rememberChat}
      onTurnOver={afterTurn}
    />
  )
  return (
    <>
      {opened.isMine && <ChatMark memory={memory} onResume={() => void setMemory(chatId, 'on')} />}
      {opened.isMine && kept?.isArchived && (
        <ArchiveMark onRestore={() => void order([kept], { isArchived: false })} />
      )}
      {thread}
    </>
  )
}

/** A chat that the server does not know may still be ours: its first message never arrived. */
async function open(chatId: string, soughtId: string | null): Promise<Opened> {
  try {
    const page = soughtId ? await findIn(chatId, soughtId) : await api.messages(chatId)
    const messages = page.messages.map(toMessage)
    dropArrived(chatId, messages)
    const { chat, author, isMine, hasMore, hasLater } = page
    const version = `${soughtId}`
    return { chat, author, isMine: isMine !== false, messages, hasEarlier: hasMore, hasLater, version }
  } catch (error) {
    const isUnknown = error instanceof ApiError && error.status === 404
    if (isUnknown && hasDraft(chatId)) return EMPTY
    throw error
  }
}

/** The newest messages where it is among them, else those around it. One of another version is brought into view. */
async function findIn(chatId: string, soughtId: string): Promise<MessagePage> {
  const newest = await api.messages(chatId)
  if (newest.messages.some((message) => message.id === soughtId)) return newest
  try {
    return await api.around(chatId, soughtId)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    // Gone by now: the chat itself is still there.
    if (error.code === 'unknown_message') return newest
    if (error.code !== 'message_not_in_view' || newest.isMine === false) throw error
    await api.change(chatId, { headMessageId: soughtId })
    return api.around(chatId, soughtId)
  }
}

function Opening() {
  return (
    <div
      role="status"
      className="mx-auto w-full max-w-[calc(var(--column)+4rem)] flex-1 animate-pulse px-4 pt-8 sm:px-8 md:pl-40"
    >
      <span className="sr-only">{useWords(conversationWords).opening}</span>
      {['w-2/3', 'w-full', 'w-11/12', 'w-1/2'].map((width) => (
        <div key={width} className={`mb-4 h-4 rounded bg-line ${width}`} />
      ))}
    </div>
  )
}

function CannotOpen({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { tryAgain } = useWords(uiWords)
  const says = useWords(conversationWords)
  const isFinal = error instanceof ApiError && (error.status === 403 || error.status === 404)
  return (
    <div className="mx-auto w-full max-w-xl flex-1 px-5 pt-[18vh]">
      <Notice
        tone="rust"
        testId="chat-error"
        actions={
          isFinal ? (
            <Button onClick={() => navigate('/')}>{says.startNewChat}</Button>
          ) : (
            <Button onClick={onRetry}>{tryAgain}</Button>
          )
        }
      >
        <TroubleText error={error} />
      </Notice>
    </div>
  )
}
