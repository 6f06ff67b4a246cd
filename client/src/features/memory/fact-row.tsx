import { useState } from 'react'
import { memory } from '../../api/endpoints'
import { inOneLine } from '../../api/sentences'
import type { Episode } from '../../api/types'
import { Link } from '../../router'
import { day, said } from '../../ui/dates'
import { AgainIcon, CloseIcon, MoreIcon, PencilIcon, PinIcon, RightIcon, TrashIcon } from '../../ui/icons'
import { Menu, MenuItem } from '../../ui/menu'
import { useToasts } from '../../ui/toast'
import { messageAddress } from '../conversation/sought'
import { CorrectDialog } from './correct-dialog'
import { ending, excerpt, inSentence } from './fact-words'
import { HistoryDialog } from './history-dialog'
import type { ToldFact } from './use-facts'
import { useRefresh } from './use-refresh'

interface FactRowProps {
  fact: ToldFact
  isPast: boolean
  isChosen: boolean
  onChoose: (isChosen: boolean) => void
  onForget: () => void
}

export function FactRow({ fact, isPast, isChosen, onChoose, onForget }: FactRowProps) {
  const [mode, setMode] = useState<'still' | 'correcting' | 'history'>('still')
  const { pin, retire } = useChanges(fact)
  const sentence = inSentence(fact)
  const isOver = fact.retiredAt !== null && !isPast
  return (
    <li data-testid="fact" className="group flex gap-3 border-line border-b py-4">
      {!isPast && (
        <input
          type="checkbox"
          aria-label={`Select: ${sentence}`}
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
              aria-label="Pinned"
              role="img"
              aria-hidden={false}
            />
          )}
          {dateLine(fact)}
          {fact.isDoubtful && !isOver && ' · in doubt: what it rests on has changed'}
          {isOver && ` · until ${day(fact.retiredAt ?? '')}. ${ending(fact.retiredBecause)}.`}
        </p>
        {fact.words.slice(-1).map((one) => (
          <Quote key={one.id} episode={one} />
        ))}
        {fact.words.length > 1 && (
          <details className="mt-1 text-sm">
            <summary className="w-fit cursor-pointer rounded text-ink-faint hover:text-ink">
              {fact.evidence.length > fact.words.length ? `Said ${fact.evidence.length} times` : 'Also said'}
            </summary>
            {fact.words.slice(0, -1).map((one) => (
              <Quote key={one.id} episode={one} />
            ))}
          </details>
        )}
      </div>
      {!isPast && (
        <Menu
          label={`Options for ${sentence}`}
          trigger={<MoreIcon />}
          triggerClass="inline-flex size-9 shrink-0 items-center justify-center rounded-md text-ink-faint hover:bg-sunk hover:text-ink pointer-coarse:size-11"
        >
          {(close) => (
            <>
              {!isOver && (
                <>
                  <MenuItem icon={<PencilIcon />} onSelect={() => [close(), setMode('correcting')]}>
                    Correct
                  </MenuItem>
                  <MenuItem icon={<PinIcon />} onSelect={() => [close(), void pin(!fact.isPinned)]}>
                    {fact.isPinned ? 'Unpin' : 'Pin'}
                  </MenuItem>
                  <MenuItem icon={<CloseIcon />} onSelect={() => [close(), void retire()]}>
                    Not true any more
                  </MenuItem>
                </>
              )}
              <MenuItem icon={<AgainIcon />} onSelect={() => [close(), setMode('history')]}>
                How it came to be
              </MenuItem>
              <MenuItem icon={<TrashIcon />} tone="danger" onSelect={() => [close(), onForget()]}>
                Forget
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

function dateLine(fact: ToldFact): string {
  if (fact.source === 'person') return `In your own words, ${day(fact.learnedAt)}`
  return fact.words.length > 0 ? day(fact.learnedAt) : `${day(fact.learnedAt)} · its words are gone`
}

/** What was said, and the way to where it was said. */
export function Quote({ episode }: { episode: Episode }) {
  const when = said(episode.timestamp)
  return (
    <blockquote className="mt-2 border-line-strong border-l-2 pl-3 text-[0.9375rem] text-ink-soft">
      <p className="[overflow-wrap:anywhere] [unicode-bidi:plaintext]">“{excerpt(episode.text)}”</p>
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
            Open in the chat <RightIcon className="size-4" />
          </Link>
        )}
      </footer>
    </blockquote>
  )
}

function useChanges(fact: ToldFact) {
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
        show(isPinned ? 'Pinned. I will always have it in mind.' : 'No longer pinned.', {
          action: { label: 'Undo', run: () => void pin(!isPinned) },
        }),
    )
  const retire = () =>
    attempt(
      () => memory.retireFact(fact.id),
      () => show('No longer believed. It stays under “What I believed before” until you forget it.'),
    )
  return { pin, retire }
}
