/** One thing on the board: what it is, when it is due, the words it came from, and what can be done with it. */
import { type RefObject, useRef, useState } from 'react'
import type { Loop } from '../../api/types'
import { useWords } from '../../language/words'
import { Link } from '../../router'
import { IconButton } from '../../ui/button'
import { day } from '../../ui/dates'
import { CheckIcon, MoreIcon } from '../../ui/icons'
import { Menu, MenuItem } from '../../ui/menu'
import { messageAddress } from '../conversation/sought'
import { inDays, isSnoozed } from './days'
import { Due } from './due'
import { LoopForm } from './loop-form'
import type { Loops } from './use-loops'
import { loopWords } from './words'

interface LoopCardProps {
  loop: Loop
  loops: Loops
}

export function LoopCard({ loop, loops: given }: LoopCardProps) {
  const [isEditing, setEditing] = useState(false)
  const card = useRef<HTMLLIElement>(null)
  const loops = { ...given, change: keepingPlace(card, given.change) }
  const says = useWords(loopWords)
  const isOpen = loop.status === 'open'
  const isAsleep = isSnoozed(loop)

  function stopEditing() {
    setEditing(false)
    requestAnimationFrame(() => card.current?.querySelector<HTMLElement>('[aria-haspopup]')?.focus())
  }

  if (isEditing) {
    return (
      <li ref={card} className="rounded-xl border border-line-strong bg-raised p-4">
        <LoopForm
          first={loop}
          onCancel={stopEditing}
          onDone={async ({ text, dueAt }) => {
            stopEditing()
            await loops.change(loop, { text, dueAt }, says.saidEdited)
          }}
        />
      </li>
    )
  }
  return (
    <li
      ref={card}
      data-testid="loop"
      className="group/loop rounded-xl border border-line bg-raised px-4 py-3 transition-colors hover:border-line-strong"
    >
      <div className="flex items-start gap-2">
        <p className={`min-w-0 flex-1 text-pretty py-1 font-medium ${isOpen ? '' : 'text-ink-soft'}`}>
          {loop.text}
        </p>
        {isOpen && (
          <IconButton
            label={says.doneLabel(loop.text)}
            className="-mr-1"
            onClick={() => void loops.change(loop, { status: 'completed' }, says.saidDone)}
          >
            <CheckIcon />
          </IconButton>
        )}
        <Options loop={loop} loops={loops} onEdit={() => setEditing(true)} />
      </div>
      <p className="flex flex-wrap gap-x-3">
        {isOpen && loop.dueAt && <Due at={loop.dueAt} />}
        {isAsleep && loop.snoozedUntil && (
          <span className="text-ink-faint text-sm">{says.until(day(loop.snoozedUntil))}</span>
        )}
        {loop.status !== 'open' && loop.closedAt && (
          <span className="text-ink-faint text-sm">
            {says.closedOn(says.closed[loop.status], day(loop.closedAt))}
          </span>
        )}
      </p>
      <Evidence loop={loop} />
    </li>
  )
}

/** A card that is done leaves its place, and the focus with it: then the heading of its column has it. */
function keepingPlace(card: RefObject<HTMLElement | null>, change: Loops['change']): Loops['change'] {
  return async (...given) => {
    const heading = card.current?.closest('section')?.querySelector<HTMLElement>('h2')
    const done = change(...given)
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        if (document.activeElement !== document.body) return
        ;(heading?.isConnected ? heading : document.querySelector<HTMLElement>('main'))?.focus()
      }),
    )
    await done
  }
}

/** The last words that speak of it; all of them are a click away in the chat. */
function Evidence({ loop }: { loop: Loop }) {
  const says = useWords(loopWords)
  const last = loop.said?.at(-1)
  if (!last) return loop.source === 'person' ? <p className="text-ink-faint text-sm">{says.byHand}</p> : null
  return (
    <figure className="mt-2 border-line border-l-2 pl-3">
      <blockquote className="line-clamp-3 text-pretty font-serif text-[0.9375rem] text-ink-soft italic [unicode-bidi:plaintext]">
        “{last.text.trim()}”
      </blockquote>
      <figcaption className="mt-1 flex flex-wrap gap-x-2 text-ink-faint text-xs">
        <time dateTime={last.timestamp}>{day(last.timestamp)}</time>
        {last.chatId && last.messageId && (
          <Link
            href={messageAddress(last.chatId, last.messageId)}
            className="rounded-sm text-kelp underline underline-offset-4"
          >
            {says.openMessage}
          </Link>
        )}
      </figcaption>
    </figure>
  )
}

interface OptionsProps extends LoopCardProps {
  onEdit: () => void
}

function Options({ loop, loops, onEdit }: OptionsProps) {
  const says = useWords(loopWords)
  const change = (what: Parameters<Loops['change']>[1], said: string) => void loops.change(loop, what, said)
  const snoozes = [
    { label: says.tomorrow, until: inDays(1) },
    { label: says.nextWeek, until: inDays(7) },
    { label: says.nextMonth, until: inDays(30) },
  ]
  return (
    <Menu
      label={says.options(loop.text)}
      trigger={<MoreIcon />}
      triggerClass="inline-flex size-9 shrink-0 items-center justify-center rounded-lg text-ink-faint hover:bg-sunk hover:text-ink pointer-coarse:size-10"
    >
      {(close) => {
        const after = (run: () => void) => () => [close(), run()]
        if (loop.status !== 'open') {
          return (
            <>
              {loop.kind !== 'win' && (
                <MenuItem onSelect={after(() => change({ status: 'open' }, says.saidOpen))}>
                  {says.reopen}
                </MenuItem>
              )}
              {loop.kind === 'win' && (
                <MenuItem
                  tone="danger"
                  onSelect={after(() => change({ status: 'dropped' }, says.saidDropped))}
                >
                  {says.remove}
                </MenuItem>
              )}
            </>
          )
        }
        return (
          <>
            <MenuItem onSelect={after(onEdit)}>{says.edit}</MenuItem>
            {isSnoozed(loop) ? (
              <MenuItem onSelect={after(() => change({ snoozedUntil: null }, says.saidAwake))}>
                {says.wake}
              </MenuItem>
            ) : (
              snoozes.map(({ label, until }) => (
                <MenuItem
                  key={label}
                  onSelect={after(() => change({ snoozedUntil: until }, says.saidSnoozed))}
                >
                  {says.snooze}: {label}
                </MenuItem>
              ))
            )}
            <MenuItem tone="danger" onSelect={after(() => change({ status: 'dropped' }, says.saidDropped))}>
              {says.drop}
            </MenuItem>
          </>
        )
      }}
    </Menu>
  )
}
