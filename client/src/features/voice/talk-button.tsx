/** The microphone in the box, and what takes the place of the box's foot while somebody talks. */
import { lazy, type PointerEvent, type ReactNode, Suspense, useRef, useState } from 'react'
import { useWords } from '../../language/words'
import { loadLate } from '../../load-late'
import { IconButton } from '../../ui/button'
import { ErrorBoundary } from '../../ui/error-boundary'
import { MicIcon } from '../../ui/icons'
import type { Talk } from './use-talk'
import { voiceWords } from './words'

const loadBar = () => loadLate(() => import('./dictation/recording-bar'))
const RecordingBar = lazy(loadBar)
const soon = () => void loadBar().catch(() => {})

export function TalkButton({ talk }: { talk: Talk }) {
  const says = useWords(voiceWords)
  function onPointerDown(event: PointerEvent) {
    if (event.button === 0) talk.begin(true)
  }
  return (
    <IconButton
      label={says.talk}
      title={says.talkHow}
      data-talk
      // A finger that stays on it talks; it selects nothing and opens no menu.
      className="touch-none select-none"
      onPointerEnter={soon}
      onFocus={soon}
      onPointerDown={onPointerDown}
      onContextMenu={(event) => event.preventDefault()}
      // By keys, or by a program that reads the page: there is nothing to hold down.
      onClick={(event) => event.detail === 0 && talk.begin(false)}
    >
      <MicIcon />
    </IconButton>
  )
}

interface TalkFootProps {
  talk: Talk
  boxId: string
  /** `isSent`: it is to go out as it is. */
  onHeard: (text: string, isSent: boolean) => void
  /** The box's own foot. */
  children: ReactNode
}

/** The foot keeps its place, so that nothing jumps, and its button, so that it can be let go. */
export function TalkFoot({ talk, boxId, onHeard, children }: TalkFootProps) {
  const says = useWords(voiceWords)
  const place = useRef<HTMLDivElement>(null)
  const [heard, setHeard] = useState('')
  const { talking } = talk

  function close() {
    talk.end()
    requestAnimationFrame(() => place.current?.querySelector<HTMLElement>('[data-talk]')?.focus())
  }
  return (
    <div ref={place} className="grid">
      <div className={`[grid-area:1/1] ${talking ? 'invisible' : ''}`}>{children}</div>
      {talking && (
        <div className="[grid-area:1/1] flex min-w-0 flex-col justify-end">
          <ErrorBoundary fallback={<p className="text-rust text-sm">{says.notLoaded}</p>}>
            <Suspense fallback={<div className="h-10" />}>
              <RecordingBar
                talking={talking}
                boxId={boxId}
                onClose={close}
                onHeard={(text, isSent) => {
                  talk.end()
                  setHeard(says.heard(text))
                  onHeard(text, isSent)
                }}
              />
            </Suspense>
          </ErrorBoundary>
        </div>
      )}
      <p role="status" className="sr-only">
        {heard}
      </p>
    </div>
  )
}
