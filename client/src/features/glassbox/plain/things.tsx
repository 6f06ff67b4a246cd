/** What an answer was told of the person: each thing in a sentence, with their own words, and a way to set it right. */
import { type ReactNode, useState } from 'react'
import type { Episode, ForgetWish, Receipt, Told } from '../../../api/types'
import { useWords } from '../../../language/words'
import { Link } from '../../../router'
import { Due } from '../../loops/due'
import { LoopForm } from '../../loops/loop-form'
import { useLoops } from '../../loops/use-loops'
import { loopWords } from '../../loops/words'
import { CorrectDialog } from '../../memory/correct-dialog'
import { Quote } from '../../memory/fact-row'
import { ending, excerpt } from '../../memory/fact-words'
import { ForgetDialog } from '../../memory/forget-dialog'
import { inSentence } from '../../memory/in-sentence'
import { addressOf } from '../../memory/parts'
import { useRefresh } from '../../memory/use-refresh'
import { glassWords } from '../words'

type ToldFact = Told['facts'][number]
type ToldLoop = Told['loops'][number]

/** Why something was told that the message did not ask for; null: it fits the message. */
export type Why = (toldIn: ToldFact['toldIn']) => string | null

interface ThingProps {
  why: string | null
  onForgotten: (receipt: Receipt) => void
}

export function FactThing({ told: { fact, words }, why, onForgotten }: ThingProps & { told: ToldFact }) {
  const says = useWords(glassWords)
  const [isCorrecting, setCorrecting] = useState(false)
  const sentence = inSentence(fact)
  const isOver = fact.retiredAt !== null
  return (
    <Thing
      what={sentence}
      notes={[isOver ? says.since(ending(fact.retiredBecause)) : why]}
      words={words}
      onWrong={isOver ? null : () => setCorrecting(true)}
      forget={{ wish: { factIds: [fact.id] }, lead: says.forgetFact(sentence) }}
      onForgotten={onForgotten}
    >
      <p
        className={`font-serif text-[1.0625rem] leading-snug [overflow-wrap:anywhere] ${isOver ? 'text-ink-faint line-through decoration-1' : ''}`}
      >
        {sentence}
      </p>
      {isCorrecting && <CorrectDialog fact={{ ...fact, words }} onClose={() => setCorrecting(false)} />}
    </Thing>
  )
}

export function LoopThing({ told: { loop, words }, why, onForgotten }: ThingProps & { told: ToldLoop }) {
  const says = useWords(glassWords)
  const [isEditing, setEditing] = useState(false)
  const named = words.flatMap(({ externalId }) => externalId ?? [])
  return (
    <Thing
      what={loop.text}
      notes={[why]}
      words={words}
      onWrong={loop.status === 'open' ? () => setEditing(true) : null}
      forget={named.length > 0 ? { wish: { messageIds: named }, lead: says.forgetWords(loop.text) } : null}
      onForgotten={onForgotten}
    >
      {isEditing ? (
        <EditLoop loop={loop} onDone={() => setEditing(false)} />
      ) : (
        <p className="font-serif text-[1.0625rem] leading-snug [overflow-wrap:anywhere]">{loop.text}</p>
      )}
      {loop.dueAt && loop.status === 'open' && <Due at={loop.dueAt} />}
      {named.length === 0 && (
        <Link href="/loops" className="text-kelp text-sm underline-offset-4 hover:underline">
          {says.onBoard}
        </Link>
      )}
    </Thing>
  )
}

function EditLoop({ loop, onDone }: { loop: ToldLoop['loop']; onDone: () => void }) {
  const says = useWords(loopWords)
  const loops = useLoops()
  const refresh = useRefresh()
  return (
    <LoopForm
      first={loop}
      onCancel={onDone}
      onDone={async ({ text, dueAt }) => {
        await loops.change(loop, { text, dueAt }, says.saidEdited)
        await refresh()
        onDone()
      }}
    />
  )
}

interface WordsThingProps extends ThingProps {
  said: Episode
  onTakeBack: (quote: string) => void
}

/** Words that no fact was made of: they cannot be changed, but something else can be said. */
export function WordsThing({ said, why, onTakeBack, onForgotten }: WordsThingProps) {
  const says = useWords(glassWords)
  const quote = excerpt(said.text, 120)
  return (
    <Thing
      what={quote}
      notes={[why]}
      words={[said]}
      onWrong={said.role === 'user' ? () => onTakeBack(quote) : null}
      forget={
        said.externalId ? { wish: { messageIds: [said.externalId] }, lead: says.forgetWords(quote) } : null
      }
      onForgotten={onForgotten}
    />
  )
}

export function AboutThing({ about }: { about: string }) {
  const says = useWords(glassWords)
  return (
    <li data-testid="told-thing" className="border-line border-b py-4">
      <p className="font-serif text-[1.0625rem] leading-snug">{says.theirAbout}</p>
      <blockquote className="mt-2 border-line-strong border-l-2 pl-3 text-[0.9375rem] text-ink-soft">
        <p className="whitespace-pre-wrap [overflow-wrap:anywhere] [unicode-bidi:plaintext]">“{about}”</p>
      </blockquote>
      <p className="mt-2">
        <Link
          href={addressOf('controls')}
          className="rounded text-kelp text-sm underline-offset-4 hover:underline pointer-coarse:py-2"
        >
          {says.changeAbout}
        </Link>
      </p>
    </li>
  )
}

interface FrameProps {
  what: string
  notes: (string | null)[]
  words: Episode[]
  onWrong: (() => void) | null
  forget: { wish: ForgetWish; lead: string } | null
  onForgotten: (receipt: Receipt) => void
  children?: ReactNode
}

function Thing({ what, notes, words, onWrong, forget, onForgotten, children }: FrameProps) {
  const says = useWords(glassWords)
  const [isForgetting, setForgetting] = useState(false)
  const noted = notes.filter(Boolean).join(' ')
  return (
    <li data-testid="told-thing" className="border-line border-b py-4">
      {children}
      {noted && <p className="mt-0.5 text-ink-faint text-sm">{noted}</p>}
      {words.map((one) => (
        <Quote key={one.id} episode={one} />
      ))}
      <p className="-ml-2 mt-1.5 flex gap-1">
        {onWrong && (
          <Small label={says.wrongOf(what)} onClick={onWrong}>
            {says.wrong}
          </Small>
        )}
        {forget && (
          <Small label={says.forgetOf(what)} onClick={() => setForgetting(true)}>
            {says.forget}
          </Small>
        )}
      </p>
      {isForgetting && forget && (
        <ForgetDialog
          title={says.forgetThis}
          wish={forget.wish}
          onClose={() => setForgetting(false)}
          onForgotten={(receipt) => [setForgetting(false), onForgotten(receipt)]}
        >
          {forget.lead}
        </ForgetDialog>
      )}
    </li>
  )
}

function Small({ label, onClick, children }: { label: string; onClick: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onClick}
      className="min-h-8 rounded-md px-2 font-medium text-kelp text-sm hover:bg-kelp-wash hover:text-kelp-deep pointer-coarse:min-h-11"
    >
      {children}
    </button>
  )
}
