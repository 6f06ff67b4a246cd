/** The page of a new chat: what is due, where we were, what could be gone on with; for somebody new, three things to try. */
import type { ReactNode } from 'react'
import type { ChatSummary, Loop, Persona } from '../../api/types'
import { useWords } from '../../language/words'
import { Link } from '../../router'
import { IconButton } from '../../ui/button'
import { said } from '../../ui/dates'
import { Face } from '../../ui/face'
import { CheckIcon, RightIcon } from '../../ui/icons'
import { Mark } from '../../ui/mark'
import { titleOf } from '../chats/chat-list'
import { useChats } from '../chats/chats-provider'
import { faceOfPersona } from '../conversation/faces'
import { Due } from '../loops/due'
import { type Loops, useLoops } from '../loops/use-loops'
import { loopWords } from '../loops/words'
import { dueSoon, suggestions } from './due-and-open'
import { homeWords } from './words'

interface WelcomeProps {
  name: string | null
  personas: Persona[]
  chosen: Persona | null
  onChoose: (persona: Persona) => void
  /** Puts words into the box, to be sent or changed. */
  onSuggest: (text: string) => void
}

export function Welcome({ name, personas, chosen, onChoose, onSuggest }: WelcomeProps) {
  const says = useWords(homeWords)
  const { list } = useChats()
  const loops = useLoops()
  const chats = list.chats.filter((chat) => !list.hidden.has(chat.id))
  const due = dueSoon(loops.loops ?? [])
  const next = suggestions(loops.loops ?? [])
  // All of it at once: what is shown is not pushed away by what comes a moment later.
  const isKnown = list.status !== 'loading' && (loops.loops !== undefined || loops.error !== undefined)
  const isNewHere = chats.length === 0 && loops.loops?.length === 0

  return (
    <div
      data-testid="home"
      className="mx-auto flex w-full max-w-[43rem] flex-col px-4 pt-[3vh] pb-6 sm:px-8 @2xl:pt-[8vh]"
    >
      <Mark size={40} />
      <h1 className="mt-4 text-balance font-semibold font-serif text-[2rem] leading-tight tracking-[-0.02em] sm:text-[2.5rem]">
        {says.greet(says[partOfDay(new Date().getHours())], name?.split(' ')[0] || null)}
      </h1>
      <p className="mt-2 text-pretty text-ink-soft text-lg">{says.lead}</p>
      {isKnown && (
        <div className="animate-[rise_160ms_ease]">
          {due.length > 0 && <DueList due={due} loops={loops} />}
          {chats.length > 0 && <Before chats={chats} personas={personas} />}
          {next.length > 0 && (
            <Part title={says.next}>
              <ul className="flex flex-col items-start gap-2">
                {next.map(({ id, kind, text }) => (
                  <li key={id} className="max-w-full">
                    <button
                      type="button"
                      onClick={() => onSuggest(says.ask[kind](text))}
                      className="max-w-full truncate rounded-full border border-line bg-raised px-4 py-2 text-left text-[0.9375rem] hover:border-line-strong pointer-coarse:py-2.5"
                    >
                      {text}
                    </button>
                  </li>
                ))}
              </ul>
            </Part>
          )}
          {isNewHere && (
            <Part title={says.tryOne}>
              <ol className="grid gap-2">
                {[says.tries.remember, says.tries.promise, says.tries.ask].map(({ title, text }, at) => (
                  <li key={title}>
                    <button
                      type="button"
                      onClick={() => onSuggest(text)}
                      className="flex w-full items-baseline gap-4 rounded-xl border border-line bg-raised px-4 py-3 text-left transition-colors hover:border-line-strong"
                    >
                      <span aria-hidden="true" className="font-semibold font-serif text-kelp text-xl">
                        {at + 1}
                      </span>
                      <span className="min-w-0">
                        <span className="block font-medium">{title}</span>
                        <span className="block text-pretty text-[0.9375rem] text-ink-faint">“{text}”</span>
                      </span>
                    </button>
                  </li>
                ))}
              </ol>
            </Part>
          )}
          <Personas personas={personas} chosen={chosen} onChoose={onChoose} />
        </div>
      )}
    </div>
  )
}

function DueList({ due, loops }: { due: Loop[]; loops: Loops }) {
  const says = useWords(homeWords)
  const words = useWords(loopWords)
  return (
    <Part title={says.due} aside={<MoreLink href="/loops">{says.all}</MoreLink>}>
      <ul className="overflow-hidden rounded-xl border border-line bg-raised">
        {due.map((loop) => (
          <li
            key={loop.id}
            className="flex items-center gap-3 border-line border-t py-1.5 pr-2 pl-4 first:border-t-0"
          >
            <span className="min-w-0 flex-1 py-1">
              <span className="block text-pretty">{loop.text}</span>
              {loop.dueAt && <Due at={loop.dueAt} />}
            </span>
            <IconButton
              label={words.doneLabel(loop.text)}
              onClick={() => {
                void loops.change(loop, { status: 'completed' }, words.saidDone)
                // The line leaves with the key that was pressed.
                requestAnimationFrame(() => document.querySelector<HTMLElement>('main')?.focus())
              }}
            >
              <CheckIcon />
            </IconButton>
          </li>
        ))}
      </ul>
    </Part>
  )
}

/** The last chat, and those with companions, which have no end. */
function Before({ chats, personas }: { chats: ChatSummary[]; personas: Persona[] }) {
  const says = useWords(homeWords)
  const companions = personas.flatMap((persona) => {
    const chat = persona.isPerpetual && chats.find((one) => one.personaId === persona.id)
    return chat ? [{ chat, title: says.with(persona.name) }] : []
  })
  const isCompanions = (chat: ChatSummary) => companions.some((one) => one.chat.id === chat.id)
  const last = chats.find((chat) => !isCompanions(chat))
  const shown = [...(last ? [{ chat: last, title: titleOf(last) }] : []), ...companions]
  return (
    <Part title={says.before}>
      <ul className="overflow-hidden rounded-xl border border-line bg-raised">
        {shown.map(({ chat, title }) => (
          <li key={chat.id} className="border-line border-t first:border-t-0">
            <Link
              href={`/chat/${chat.id}`}
              className="flex items-center gap-3 px-4 py-2.5 hover:bg-sunk focus-visible:-outline-offset-2"
            >
              <span className="min-w-0 flex-1">
                <span className="block truncate">{title}</span>
                <span className="block text-ink-faint text-sm">{said(chat.updatedAt)?.short}</span>
              </span>
              <span className="flex shrink-0 items-center gap-1 font-medium text-kelp text-sm">
                {says.goOn} <RightIcon />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Part>
  )
}

/** Who answers. With a companion there is one chat for good, so pressing her goes on with it. */
function Personas({ personas, chosen, onChoose }: Pick<WelcomeProps, 'personas' | 'chosen' | 'onChoose'>) {
  const says = useWords(homeWords)
  if (personas.length < 2) return null
  return (
    <fieldset className="mt-8">
      <legend className="mb-2.5 font-medium text-ink-faint text-sm">{says.who}</legend>
      <div className="flex flex-wrap gap-2">
        {personas.map((persona) => (
          <button
            key={persona.id}
            type="button"
            aria-pressed={persona.id === chosen?.id}
            onClick={() => onChoose(persona)}
            className="inline-flex items-center gap-2 rounded-full border border-line py-1.5 pr-4 pl-2 text-[0.9375rem] text-ink-soft transition-colors hover:border-line-strong aria-pressed:border-kelp aria-pressed:bg-kelp-wash aria-pressed:font-medium aria-pressed:text-kelp-deep pointer-coarse:py-2.5"
          >
            <Face of={faceOfPersona(persona)} />
            {persona.name}
          </button>
        ))}
      </div>
      {chosen?.description && (
        <p className="mt-2.5 text-pretty text-ink-faint text-sm">{chosen.description}</p>
      )}
    </fieldset>
  )
}

function Part({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <section aria-label={title} className="mt-7">
      <div className="mb-2.5 flex items-baseline justify-between gap-4">
        <h2 className="font-medium text-ink-faint text-sm">{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  )
}

function MoreLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link href={href} className="rounded-sm text-kelp text-sm underline underline-offset-4">
      {children}
    </Link>
  )
}

function partOfDay(hour: number): 'night' | 'morning' | 'afternoon' | 'evening' {
  if (hour < 5) return 'night'
  if (hour < 12) return 'morning'
  return hour < 18 ? 'afternoon' : 'evening'
}
