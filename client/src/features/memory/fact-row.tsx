import { useState } from 'react'
import { memory } from '../../api/endpoints'
import { inOneLine } from '../../api/sentences'
import type { Episode } from '../../api/types'
import { useWords } from '../../language/words'
import { Link } from '../../router'
import { day, said } from '../../ui/dates'
import { AgainIcon, CloseIcon, MoreIcon, PencilIcon, PinIcon, RightIcon, TrashIcon } from '../../ui/icons'
import { Menu, MenuItem } from '../../ui/menu'
import { useToasts } from '../../ui/toast'
import { uiWords } from '../../ui/words'
import { messageAddress } from '../conversation/sought'
import { CorrectDialog } from './correct-dialog'
import { ending, excerpt } from './fact-words'
import { HistoryDialog } from './history-dialog'
import { inSentence } from './in-sentence'
import type { ToldFact } from './use-facts'
import { useRefresh } from './use-refresh'
import { type MemoryWords, memoryWords } from './words'

interface FactRowProps {
  fact: ToldFact
  isPast: boolean
  isChosen: boolean
  onChoose: (isChosen: boolean) => void
  onForget: () => void
}

export function FactRow({ fact, isPast, isChosen, onChoose, onForget }: FactRowProps) {
  const words = useWords(memoryWords)
  const says = words.row
  const [mode, setMode] = useState<'still' | 'correcting' | 'history'>('still')
  const { pin, retire } = useChanges(fact)
  const sentence = inSentence(fact)
  const isOver = fact.retiredAt !== null && !isPast
  return (
    <li data-testid="fact" className="group flex gap-3 border-line border-b py-4">
      {!isPast && (
        <input
          type="checkbox"
          aria-label={says.select(sentence)}
          checked={isChosen}
          onChange={(event) => onChoose(event.target.checked)}
          className="mt-1.5 size-4 shrink-0 accent-(--kelp) pointer-coarse:size-5"
        />
      )}
      <div className="min-w-0 flex-1">
        <p
          data-testid="sentence"
          className={`font-serif text-[1.0625rem] leading-snug [overflow-wrap:anywhere] ${isOver ? 'text-ink-faint line-through decoration-1' : ''}`}
        >
          {sentence}
        </p>
        <p className="mt-0.5 text-ink-faint text-sm">
          {fact.isPinned && (
            <PinIcon
              className="-mt-0.5 mr-1 inline text-kelp"
              aria-label={words.pinned}
              role="img"
              aria-hidden={false}
            />
          )}
          {dateLine(says, fact)}
          {fact.isDoubtful && !isOver && ` · ${says.doubtful}`}
          {isOver && ` · ${says.ended(day(fact.retiredAt ?? ''), ending(fact.retiredBecause))}`}
        </p>
        {fact.words.slice(-1).map((one) => (
          <Quote key={one.id} episode={one} />
        ))}
        {fact.words.length > 1 && (
          <details className="mt-1 text-sm">
            <summary className="w-fit cursor-pointer rounded text-ink-faint hover:text-ink">
              {fact.evidence.length > fact.words.length
                ? says.saidTimes(fact.evidence.length)
                : says.alsoSaid}
            </summary>
            {fact.words.slice(0, -1).map((one) => (
              <Quote key={one.id} episode={one} />
            ))}
          </details>
        )}
      </div>
      {!isPast && (
        <Menu
          label={says.options(sentence)}
          trigger={<MoreIcon />}
          triggerClass="inline-flex size-9 shrink-0 items-center justify-center rounded-md text-ink-faint hover:bg-sunk hover:text-ink pointer-coarse:size-11"
        >
          {(close) => (
            <>
              {!isOver && (
                <>
                  <MenuItem icon={<PencilIcon />} onSelect={() => [close(), setMode('correcting')]}>
                    {says.correct}
                  </MenuItem>
                  <MenuItem icon={<PinIcon />} onSelect={() => [close(), void pin(!fact.isPinned)]}>
                    {fact.isPinned ? says.unpin : says.pin}
                  </MenuItem>
                  <MenuItem icon={<CloseIcon />} onSelect={() => [close(), void retire()]}>
                    {says.retire}
                  </MenuItem>
                </>
              )}
              <MenuItem icon={<AgainIcon />} onSelect={() => [close(), setMode('history')]}>
                {says.history}
              </MenuItem>
              <MenuItem icon={<TrashIcon />} tone="danger" onSelect={() => [close(), onForget()]}>
                {words.forget}
              </MenuItem>
            </>
          )}
        </Menu>
      )}
      {mode === 'correcting' && <CorrectDialog fact={fact} onClose={() => setMode('still')} />}
      {mode === 'history' && <HistoryDialog fact={fact} onClose={() => setMode('still')} />}
    </li>
  )
}

function dateLine(says: MemoryWords['row'], fact: ToldFact): string {
  if (fact.source === 'person') return says.inYourWords(day(fact.learnedAt))
  return fact.words.length > 0 ? day(fact.learnedAt) : says.wordsGone(day(fact.learnedAt))
}

/** What was said, and the way to where it was said. */
export function Quote({ episode }: { episode: Episode }) {
  const words = useWords(memoryWords)
  const when = said(episode.timestamp)
  return (
    <blockquote className="mt-2 border-line-strong border-l-2 pl-3 text-[0.9375rem] text-ink-soft">
      <p className="[overflow-wrap:anywhere] [unicode-bidi:plaintext]">
        {words.quote(excerpt(episode.text))}
      </p>
      <footer className="mt-0.5 flex flex-wrap items-center gap-x-3 text-ink-faint text-sm">
        {when && (
          <time dateTime={episode.timestamp} title={when.whole}>
            {when.short}
          </time>
        )}
        {episode.chatId && episode.messageId && (
          <Link
            href={messageAddress(episode.chatId, episode.messageId)}
            className="inline-flex items-center gap-0.5 text-kelp underline-offset-4 hover:underline pointer-coarse:py-2"
          >
            {words.row.openInChat} <RightIcon className="size-4" />
          </Link>
        )}
      </footer>
    </blockquote>
  )
}

function useChanges(fact: ToldFact) {
  const { undo } = useWords(uiWords)
  const says = useWords(memoryWords).row
  const { show } = useToasts()
  const refresh = useRefresh()

  async function attempt(action: () => Promise<unknown>, done: () => void) {
    try {
      await action()
      await refresh()
      done()
    } catch (error) {
      show(inOneLine(error))
    }
  }

  const pin = (isPinned: boolean) =>
    attempt(
      () => memory.changeFact(fact.id, { isPinned }),
      () =>
        show(isPinned ? says.isPinned : says.isUnpinned, {
          action: { label: undo, run: () => void pin(!isPinned) },
        }),
    )
  const retire = () =>
    attempt(
      () => memory.retireFact(fact.id),
      () => show(says.isRetired),
    )
  return { pin, retire }
}
