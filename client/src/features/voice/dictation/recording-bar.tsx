/** What stands at the foot of the box while somebody talks: that it listens, for how long, and what became of it. */
import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import useSWR from 'swr'
import { about, paths, voice } from '../../../api/endpoints'
import type { Info } from '../../../api/types'
import { number } from '../../../language/formats'
import { useWords, wordsNow } from '../../../language/words'
import { Button, IconButton } from '../../../ui/button'
import { CloseIcon } from '../../../ui/icons'
import { useEscape, useShortcut } from '../../../ui/shortcuts'
import { useToasts } from '../../../ui/toast'
import { dropRecording, keepRecording, keptRecording } from '../kept-recordings'
import { languageName } from '../language-name'
import { heardIn, voiceSettings } from '../settings/voice-settings'
import { openMicrophone } from '../sound/microphone'
import { TALK_KEYS, type Talking } from '../use-talk'
import { BrowserBar } from './browser-bar'
import { browserEars } from './browser-ears'
import { Dictation } from './dictation'
import { Done } from './done'
import { explain, isDeaf } from './explain'
import { Waveform } from './waveform'
import { dictationWords } from './words'

/** As a file of 16 kHz, ten minutes are all that a request takes. */
const MOST_SECONDS = 600
const SILENT_AFTER_MS = 3000

interface RecordingBarProps {
  talking: Talking
  boxId: string
  onClose: () => void
  onHeard: (text: string, isSent: boolean) => void
}

export default function RecordingBar(props: RecordingBarProps) {
  const dictation = useDictation(props)
  return dictation && <Bar dictation={dictation} {...props} />
}

/** One for as long as the bar stands there; of what it leaves behind, what is worth keeping is kept. */
function useDictation({ boxId, onHeard }: RecordingBarProps): Dictation | null {
  const { show } = useToasts()
  const { data: info } = useSWR(paths.info, about.info)
  const [dictation, setDictation] = useState<Dictation | null>(null)
  const latest = useRef({ onHeard, info, show })
  latest.current = { onHeard, info, show }

  useEffect(() => {
    const made = new Dictation({
      open: openMicrophone,
      hear: (recording, signal) => {
        const { language } = heardIn(latest.current.info?.speech.heardLanguages ?? null)
        return voice.transcribe(recording, language, signal)
      },
      onHeard: (text) => [dropRecording(boxId), latest.current.onHeard(text, voiceSettings().sendsAtOnce)],
      longestSeconds: () => longest(latest.current.info),
      onFull: () => {
        const minutes = number(Math.round(longest(latest.current.info) / 6) / 10)
        latest.current.show(wordsNow(dictationWords).full(minutes))
      },
      kept: keptRecording(boxId),
    })
    setDictation(made)
    void made.start()
    return () => {
      const said = made.leave()
      if (said) keepRecording(boxId, said)
    }
  }, [boxId])
  return dictation
}

function longest(info: Info | undefined): number {
  return Math.min(info?.speech.longestSeconds ?? MOST_SECONDS, MOST_SECONDS)
}

function Bar({ dictation, talking, boxId, onClose, onHeard }: RecordingBarProps & { dictation: Dictation }) {
  const says = useWords(dictationWords)
  const { data: info } = useSWR(paths.info, about.info)
  const { language, isOther } = heardIn(info?.speech.heardLanguages ?? null)
  const state = useSyncExternalStore(dictation.subscribe, dictation.getState)
  const ms = useTime(dictation, state.phase === 'recording')
  useEffect(() => {
    if (talking.wasLetGo) void dictation.finish()
  }, [dictation, talking.wasLetGo])

  const cancel = () => [dropRecording(boxId), dictation.cancel(), onClose()]
  const finish = () => void dictation.finish()
  useEscape('field', cancel)
  useShortcut(
    state.phase === 'recording' ? { keys: TALK_KEYS, layer: 'field', says: says.done, run: finish } : null,
  )

  const [isByBrowser, setByBrowser] = useState(false)
  if (isByBrowser) {
    return (
      <BrowserBar
        onHeard={(text) => [dropRecording(boxId), onHeard(text, voiceSettings().sendsAtOnce)]}
        onNothing={() => setByBrowser(false)}
        onClose={cancel}
      />
    )
  }
  if (state.phase === 'failed') {
    return (
      <Failed
        onBrowser={isDeaf(state.error) && browserEars() !== null ? () => setByBrowser(true) : null}
        text={explain(state.error, says)}
        isKept={state.isKept}
        isOld={state.error === null}
        onAgain={() => void dictation.again()}
        onClose={cancel}
      />
    )
  }
  const isOn = state.phase === 'recording'
  const isSilent = isOn && ms > SILENT_AFTER_MS && Math.max(...dictation.levels.slice(-90)) === 0
  return (
    <section aria-label={says.region} data-testid="recording" data-phase={state.phase}>
      {isSilent && <Hint>{says.silent}</Hint>}
      {isOther && language && <Hint>{says.onlyHears(languageName(language))}</Hint>}
      <div className="flex min-h-10 items-center gap-2 sm:gap-3">
        <IconButton label={says.discard} className="-ml-2" onClick={cancel}>
          <CloseIcon />
        </IconButton>
        {state.phase === 'opening' ? (
          <p className="min-w-0 flex-1 text-ink-soft text-sm">{says.opening}</p>
        ) : (
          <Waveform levels={dictation.levels} isMoving={isOn} />
        )}
        {state.phase !== 'opening' && (
          <p
            role="timer"
            className={`shrink-0 text-sm tabular-nums ${isOn ? 'text-ink-soft' : 'text-ink-faint'}`}
          >
            {clock(ms)}
          </p>
        )}
        {isOn && talking.isHeld && (
          <p className="shrink-0 text-ink-soft text-sm max-sm:sr-only">{says.letGo}</p>
        )}
        {state.phase === 'hearing' ? (
          <p className="shrink-0 animate-[sway_1.6s_ease-in-out_infinite] text-ink-soft text-sm">
            {says.hearing}
          </p>
        ) : (
          <Done isOn={isOn} isHeld={talking.isHeld} onClick={finish} />
        )}
      </div>
      <p role="status" className="sr-only">
        {isOn && `${says.recording} ${says.howToEnd}`}
        {state.phase === 'hearing' && says.hearing}
      </p>
    </section>
  )
}

interface FailedProps {
  text: string
  isKept: boolean
  /** It failed some while ago, and waits. */
  isOld: boolean
  onAgain: () => void
  /** The browser itself can listen, where nothing else hears. */
  onBrowser: (() => void) | null
  onClose: () => void
}

function Failed({ text, isKept, isOld, onAgain, onBrowser, onClose }: FailedProps) {
  const says = useWords(dictationWords)
  const first = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!isOld) first.current?.focus({ preventScroll: true })
  }, [isOld])
  return (
    <div
      role={isOld ? 'status' : 'alert'}
      data-testid="recording-failed"
      className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-2 text-[0.9375rem]"
    >
      <p className="min-w-0 flex-1 basis-56">
        <span className={isOld ? '' : 'text-rust'}>{text}</span> {isKept && !isOld && says.kept}
        {onBrowser && <span className="block text-ink-faint text-sm">{says.browserNote}</span>}
      </p>
      <div className="flex shrink-0 gap-2 max-sm:ml-auto">
        {isKept && (
          <Button ref={first} onClick={onAgain}>
            {isOld ? says.hear : says.again}
          </Button>
        )}
        {onBrowser && <Button onClick={onBrowser}>{says.useBrowser}</Button>}
        <Button ref={isKept ? undefined : first} look={isKept ? 'quiet' : 'outline'} onClick={onClose}>
          {isKept ? says.throwAway : says.close}
        </Button>
      </div>
    </div>
  )
}

function Hint({ children }: { children: ReactNode }) {
  return <p className="mb-1.5 text-amber text-sm">{children}</p>
}

function useTime(dictation: Dictation, isOn: boolean): number {
  const [, tick] = useState(0)
  useEffect(() => {
    if (!isOn) return
    const timer = setInterval(() => tick((n) => n + 1), 250)
    return () => clearInterval(timer)
  }, [isOn])
  return dictation.ms
}

/** 0:07, 1:23 */
function clock(ms: number): string {
  const seconds = Math.floor(ms / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
