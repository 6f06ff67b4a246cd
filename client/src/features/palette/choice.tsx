import { said } from '../../ui/dates'
import type { PaletteEntry } from './use-palette'

interface ChoiceProps {
  id: string
  entry: PaletteEntry
  isMarked: boolean
  onMark: () => void
}

/** One line of the palette; of a message, who said it where and when, and the words that were found. */
export function Choice({ id, entry, isMarked, onMark }: ChoiceProps) {
  const { message } = entry
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the focus stays in the box, where Enter does the same
    // biome-ignore lint/a11y/useFocusableInteractive: as above
    <div
      id={id}
      role="option"
      aria-selected={isMarked}
      onPointerMove={(event) => event.pointerType === 'mouse' && !isMarked && onMark()}
      onClick={entry.run}
      className="cursor-pointer scroll-my-10 rounded-lg px-3 py-2 aria-selected:bg-kelp-wash"
    >
      <p className="flex items-baseline gap-3">
        <span className={`min-w-0 flex-1 truncate ${message ? 'text-ink-soft text-sm' : 'text-[0.9375rem]'}`}>
          {entry.label}
        </span>
        {message && (
          <span className="shrink-0 text-ink-faint text-xs tabular-nums">
            {said(message.createdAt)?.short}
          </span>
        )}
      </p>
      {message && (
        <p className="mt-0.5 line-clamp-2 text-[0.9375rem] [unicode-bidi:plaintext]">
          {message.passage.map((piece, at) =>
            piece.isHit ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: a passage never changes
              <mark key={at} className="rounded-xs bg-amber-wash font-semibold text-ink">
                {piece.text}
              </mark>
            ) : (
              // biome-ignore lint/suspicious/noArrayIndexKey: as above
              <span key={at}>{piece.text}</span>
            ),
          )}
        </p>
      )}
      {entry.hint && <p className="truncate text-ink-faint text-sm">{entry.hint}</p>}
    </div>
  )
}
