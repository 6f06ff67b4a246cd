/** Under an answer: reads it aloud, and while it does, holds it, stops it, and reads it faster. */
import { useEffect } from 'react'
import { number } from '../../../language/formats'
import { useWords } from '../../../language/words'
import { IconButton } from '../../../ui/button'
import { PauseIcon, PlayIcon, SpeakerIcon, StopIcon } from '../../../ui/icons'
import { useEscape } from '../../../ui/shortcuts'
import { useToasts } from '../../../ui/toast'
import { changeVoiceSettings, SPEEDS, useVoiceSettings } from '../settings/voice-settings'
import { goOnReading, pauseReading, readAloud, speedChanged, stopReading, useReading } from './reading'
import { aloudWords } from './words'

interface AloudButtonProps {
  messageId: string
  /** As it is written; asked for when somebody wants to hear it. */
  text: () => string
  personaId: string | null
}

export function AloudButton({ messageId, text, personaId }: AloudButtonProps) {
  const says = useWords(aloudWords)
  const { show } = useToasts()
  const reading = useReading(messageId)
  const isRead = reading !== null
  useEscape('answer', isRead ? stopReading : null)
  // Whoever looks at something else is not read to any more.
  useEffect(() => (isRead ? stopReading : undefined), [isRead])

  function begin() {
    const fail = (error: unknown) =>
      show(error instanceof Error && error.name === 'NoVoiceError' ? says.noVoice : says.failed)
    void readAloud(messageId, text(), personaId, fail)
  }
  const [label, press] = !reading
    ? [says.read, begin]
    : reading.isPaused
      ? [says.goOn, goOnReading]
      : [says.pause, pauseReading]
  return (
    <>
      <IconButton
        label={label}
        data-testid="aloud"
        className={reading?.isWaiting ? 'animate-pulse' : ''}
        onClick={press}
      >
        {!reading ? <SpeakerIcon /> : reading.isPaused ? <PlayIcon /> : <PauseIcon />}
      </IconButton>
      {reading && (
        <>
          <IconButton label={says.stop} onClick={stopReading}>
            <StopIcon />
          </IconButton>
          <SpeedButton />
        </>
      )}
    </>
  )
}

/** The next faster one, and after the fastest the slowest. */
function SpeedButton() {
  const says = useWords(aloudWords)
  const { speed } = useVoiceSettings()
  const times = number(speed)
  return (
    <button
      type="button"
      aria-label={says.speed(times)}
      title={says.speed(times)}
      onClick={() => {
        changeVoiceSettings({ speed: SPEEDS[(SPEEDS.indexOf(speed) + 1) % SPEEDS.length] ?? 1 })
        speedChanged()
      }}
      className="inline-flex h-9 min-w-9 items-center justify-center rounded-lg px-1.5 text-ink-faint text-sm tabular-nums hover:bg-sunk hover:text-ink pointer-coarse:h-10"
    >
      {times}×
    </button>
  )
}
