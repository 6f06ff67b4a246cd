/**
 * One box for everything there is: what was said, what is known, chats, personas, pages and actions.
 *
 * A combobox as the ARIA practices describe it: the focus stays in the box, arrows move a mark through the list
 * (`aria-activedescendant`), Enter goes there. The mark stays with its entry when more arrives from the server.
 */

import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { inOneLine } from '../../api/sentences'
import { useWords } from '../../language/words'
import { IconButton } from '../../ui/button'
import { CloseIcon, SearchIcon } from '../../ui/icons'
import { isComposing } from '../../ui/keys'
import { useEscape } from '../../ui/shortcuts'
import { uiWords } from '../../ui/words'
import { Choice } from './choice'
import { type PaletteGiven, usePalette } from './use-palette'
import { type PaletteWords, paletteWords } from './words'

export default function Palette(given: PaletteGiven) {
  const ui = useWords(uiWords)
  const says = useWords(paletteWords)
  const { onClose } = given
  const [query, setQuery] = useState('')
  const [markedId, setMarkedId] = useState<string | null>(null)
  const { groups, isLooking, error } = usePalette(query, given)
  const entries = useMemo(() => groups.flatMap((group) => group.entries), [groups])
  const at = Math.max(
    0,
    entries.findIndex((entry) => entry.id === markedId),
  )
  const marked = entries[at]
  const dialog = useRef<HTMLDialogElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const id = useId()
  useEscape('overlay', onClose)

  // The box is the first in it, so it is given the focus; and whoever had it before has it afterwards.
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal?.()
    return () => element?.close?.()
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever another one is marked
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView?.({ block: 'nearest' })
  }, [marked?.id])

  function onKey(event: KeyboardEvent) {
    if (isComposing(event.nativeEvent)) return
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, PageDown: at + 8, PageUp: at - 8 }[event.key]
    if (to !== undefined && entries.length > 0) {
      event.preventDefault()
      const isStep = event.key.startsWith('Arrow')
      const last = entries.length - 1
      const next = isStep ? (to + entries.length) % entries.length : Math.min(last, Math.max(0, to))
      setMarkedId(entries[next]?.id ?? null)
    }
    if (event.key === 'Enter') {
      event.preventDefault()
      if (marked) marked.run()
    }
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc closes it; the click is on the backdrop
    <dialog
      ref={dialog}
      aria-label={says.label}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => event.target === event.currentTarget && onClose()}
      className="mx-auto mt-[max(0.75rem,10vh)] flex max-h-[min(38rem,80dvh)] w-[min(40rem,calc(100vw-1.5rem))] max-w-none flex-col overflow-hidden rounded-2xl border border-line bg-raised p-0 shadow-lift open:animate-[rise_120ms_ease]"
    >
      <div className="flex shrink-0 items-center gap-3 border-line border-b pr-2 pl-4">
        <SearchIcon className="shrink-0 text-ink-faint" />
        <input
          role="combobox"
          aria-label={says.search}
          aria-expanded={entries.length > 0}
          aria-controls={id}
          aria-autocomplete="list"
          aria-activedescendant={marked ? `${id}-${at}` : undefined}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={200}
          placeholder={says.placeholder}
          value={query}
          onChange={(event) => [setQuery(event.target.value), setMarkedId(null)]}
          onKeyDown={onKey}
          className="h-14 min-w-0 flex-1 bg-transparent text-[1.0625rem] outline-none placeholder:text-ink-faint"
        />
        <IconButton label={ui.close} onClick={onClose}>
          <CloseIcon />
        </IconButton>
      </div>
      <div
        ref={list}
        id={id}
        role="listbox"
        aria-label={says.found}
        className="min-h-0 flex-1 overflow-y-auto p-2"
      >
        {groups.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: a list box takes groups, not fieldsets
          <div key={group.label} role="group" aria-label={group.label}>
            <p aria-hidden="true" className="px-3 pt-2.5 pb-1 font-medium text-ink-faint text-xs">
              {group.label}
            </p>
            {group.entries.map((entry) => {
              const place = entries.indexOf(entry)
              return (
                <Choice
                  key={entry.id}
                  id={`${id}-${place}`}
                  entry={entry}
                  isMarked={place === at}
                  onMark={() => setMarkedId(entry.id)}
                />
              )
            })}
          </div>
        ))}
      </div>
      <p role="status" className="shrink-0 border-line border-t px-4 py-2 text-ink-faint text-sm">
        {error ? inOneLine(error) : tell(says, query, entries.length, isLooking)}
      </p>
    </dialog>
  )
}

function tell(says: PaletteWords, query: string, found: number, isLooking: boolean): string {
  if (query.trim() === '') return says.hint
  if (isLooking) return says.looking
  return found === 0 ? says.nothing : says.count(found)
}
