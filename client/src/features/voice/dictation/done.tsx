import { useEffect, useRef } from 'react'
import { useWords } from '../../../language/words'
import { CheckIcon } from '../../../ui/icons'
import { dictationWords } from './words'

/** In the place of Send, where the thumb is. */
export function Done({ isOn, isHeld, onClick }: { isOn: boolean; isHeld: boolean; onClick: () => void }) {
  const says = useWords(dictationWords)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!isHeld) button.current?.focus({ preventScroll: true })
  }, [isHeld])
  return (
    <button
      ref={button}
      type="button"
      aria-disabled={!isOn || undefined}
      onClick={() => isOn && onClick()}
      className="inline-flex h-10 shrink-0 items-center gap-1.5 rounded-xl bg-kelp px-4 font-medium text-[0.9375rem] text-on-kelp transition-colors hover:bg-kelp-deep aria-disabled:bg-sunk aria-disabled:text-ink-faint"
    >
      <CheckIcon /> {says.done}
    </button>
  )
}
