/** In the place of the recording while the browser itself listens. */
import { useEffect, useRef } from 'react'
import { useWords } from '../../../language/words'
import { IconButton } from '../../../ui/button'
import { CloseIcon } from '../../../ui/icons'
import { useEscape } from '../../../ui/shortcuts'
import { wantedLanguage } from '../settings/voice-settings'
import { browserEars, type Hearkening, hearken } from './browser-ears'
import { Done } from './done'
import { dictationWords } from './words'

interface BrowserBarProps {
  onHeard: (text: string) => void
  onNothing: () => void
  onClose: () => void
}

export function BrowserBar({ onHeard, onNothing, onClose }: BrowserBarProps) {
  const says = useWords(dictationWords)
  const hearkening = useRef<Hearkening | null>(null)
  const latest = useRef({ onHeard, onNothing })
  latest.current = { onHeard, onNothing }

  useEffect(() => {
    const ears = browserEars()
    if (ears === null) return latest.current.onNothing()
    let isGone = false
    const one = hearken(ears, wantedLanguage())
    hearkening.current = one
    one.words.then(
      (text) => !isGone && (text ? latest.current.onHeard(text) : latest.current.onNothing()),
      () => !isGone && latest.current.onNothing(),
    )
    return () => {
      isGone = true
      one.giveUp()
    }
  }, [])
  useEscape('field', onClose)
  return (
    <section
      aria-label={says.region}
      data-testid="browser-listens"
      className="flex min-h-10 items-center gap-2 sm:gap-3"
    >
      <IconButton label={says.discard} className="-ml-2" onClick={onClose}>
        <CloseIcon />
      </IconButton>
      <p role="status" className="min-w-0 flex-1 text-ink-soft text-sm">
        {says.browserListens}
      </p>
      <Done isOn isHeld={false} onClick={() => hearkening.current?.end()} />
    </section>
  )
}
