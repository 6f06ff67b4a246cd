/** Opens a chat: loads what was said, or starts empty, and says so when it cannot be opened. */
import { useEffect, useState } from 'react'
import useSWR from 'swr'
import { about, chats as api, paths } from '../../api/endpoints'
import { ApiError } from '../../api/http'
import type { ChatSummary, Person, Persona } from '../../api/types'
import { navigate } from '../../router'
import { Button } from '../../ui/button'
import { Notice, TroubleText } from '../../ui/notice'
import { useChats } from '../chats/chats-provider'
import { dropArrived, hasDraft, NEW_CHAT } from './drafts'
import { type Message, toMessage } from './messages'
import { ModelPicker } from './model-picker'
import { PersonaPicker } from './persona-picker'
import { ProfilePicker } from './profile-picker'
import { Thread } from './thread'
import { useModel } from './use-model'
import { useProfile } from './use-profile'
import { Welcome } from './welcome'

interface ChatPageProps {
  chatId: string
  isNew: boolean
  person: Person
  explainedTurn: string | null
  onWhy: (turnId: string) => void
}

interface Opened {
  chat: ChatSummary | null
  isMine: boolean
  messages: Message[]
  hasEarlier: boolean
}

const TITLE_TAKES_MS = 4000

const EMPTY: Opened = { chat: null, isMine: true, messages: [], hasEarlier: false }

export function ChatPage({ chatId, isNew, person, explainedTurn, onWhy }: ChatPageProps) {
  // The address changes with the first words; the page stays what it was when it opened.
  const [wasNew] = useState(isNew)
  const [opened, setOpened] = useState<Opened | null>(wasNew ? EMPTY : null)
  const [error, setError] = useState<unknown>(null)
  const [tries, setTries] = useState(0)
  const { data: personas = [] } = useSWR(paths.personas, about.personas)
  const [wantedId, setWantedId] = useState<string | null>(null)
  const { list, put, refresh } = useChats()
  const standard = personas.find((one) => one.isDefault) ?? personas[0] ?? null
  const chosenId = opened?.chat?.personaId ?? wantedId
  const persona = personas.find((one) => one.id === chosenId) ?? standard
  const profile = useProfile(chatId, persona)
  const model = useModel(persona?.models ?? [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: `tries` asks for another try
  useEffect(() => {
    if (wasNew) return
    let isGone = false
    open(chatId).then(
      (found) => !isGone && setOpened(found),
      (failure) => !isGone && setError(failure),
    )
    return () => {
      isGone = true
    }
  }, [chatId, wasNew, tries])

  if (error !== null) {
    return <CannotOpen error={error} onRetry={() => [setError(null), setTries(tries + 1)]} />
  }
  if (opened === null) return <Opening />

  const mayChoose = opened.chat === null && isNew

  /** With a companion there is one chat for good: choosing them goes on with it. */
  function choose(one: Persona) {
    const standing = one.isPerpetual && list.chats.find((chat) => chat.personaId === one.id)
    if (standing) navigate(`/chat/${standing.id}`)
    else setWantedId(one.id)
  }

  function rememberChat(text: string) {
    const now = new Date().toISOString()
    const title = text.trim().split('\n')[0]?.slice(0, 80) ?? ''
    put({
      id: chatId,
      title,
      personaId: persona?.id ?? '',
      visibility: 'private',
      createdAt: now,
      updatedAt: now,
    })
    navigate(`/chat/${chatId}`, { replace: true })
  }

  function afterTurn() {
    refresh()
    // A new chat is given its title by a job, a moment after the answer.
    if (opened?.chat === null) setTimeout(refresh, TITLE_TAKES_MS)
  }

  return (
    <Thread
      chatId={chatId}
      first={opened}
      draftKey={isNew ? NEW_CHAT : chatId}
      isReadOnly={!opened.isMine}
      persona={persona}
      profileId={profile.chosen?.id ?? null}
      welcome={
        <Welcome name={person.name} personas={mayChoose ? personas : []} chosen={persona} onChoose={choose} />
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
      modelName={model.wanted}
      seesImages={model.chosen?.seesImages ?? true}
      explainedTurn={explainedTurn}
      onWhy={onWhy}
      onFirstWords={rememberChat}
      onTurnOver={afterTurn}
    />
  )
}

/** A chat that the server does not know may still be ours: its first message never arrived. */
async function open(chatId: string): Promise<Opened> {
  try {
    const page = await api.messages(chatId)
    const messages = page.messages.map(toMessage)
    dropArrived(chatId, messages)
    return { chat: page.chat, isMine: page.isMine !== false, messages, hasEarlier: page.hasMore }
  } catch (error) {
    const isUnknown = error instanceof ApiError && error.status === 404
    if (isUnknown && hasDraft(chatId)) return EMPTY
    throw error
  }
}

function Opening() {
  return (
    <div
      role="status"
      className="mx-auto w-full max-w-[51rem] flex-1 animate-pulse px-4 pt-8 sm:px-8 md:pl-40"
    >
      <span className="sr-only">Opening the chat</span>
      {['w-2/3', 'w-full', 'w-11/12', 'w-1/2'].map((width) => (
        <div key={width} className={`mb-4 h-4 rounded bg-line ${width}`} />
      ))}
    </div>
  )
}

function CannotOpen({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const isFinal = error instanceof ApiError && (error.status === 403 || error.status === 404)
  return (
    <div className="mx-auto w-full max-w-xl flex-1 px-5 pt-[18vh]">
      <Notice
        tone="rust"
        testId="chat-error"
        actions={
          isFinal ? (
            <Button onClick={() => navigate('/')}>Start a new chat</Button>
          ) : (
            <Button onClick={onRetry}>Try again</Button>
          )
        }
      >
        <TroubleText error={error} />
      </Notice>
    </div>
  )
}
