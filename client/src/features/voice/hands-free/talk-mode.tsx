/** In the place of the box while somebody talks with a companion: what it does just now, and how to break in or end it. */
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import useSWR from 'swr'
import { about, paths, voice } from '../../../api/endpoints'
import { spokenLanguage } from '../../../language/language'
import { useWords, wordsNow } from '../../../language/words'
import { Button } from '../../../ui/button'
import { CloseIcon } from '../../../ui/icons'
import { useShortcut } from '../../../ui/shortcuts'
import { openSpeaker } from '../aloud/speak'
import { sentencesOf } from '../aloud/spoken'
import { languageOf } from '../aloud/which-language'
import { aloudWords } from '../aloud/words'
import { explain } from '../dictation/explain'
import { Waveform } from '../dictation/waveform'
import { dictationWords } from '../dictation/words'
import { heardIn } from '../settings/voice-settings'
import { openMicrophone } from '../sound/microphone'
import { type Answering, HandsFree, type TalkState } from './talk'
import { type HandsFreeWords, handsFreeWords } from './words'

/** As a file of 16 kHz, what one request takes. */
const MOST_SECONDS = 600

export interface TalkModeProps {
  who: string
  personaId: string | null
  answer: Answering
  say: (text: string, calledOff: AbortSignal) => Promise<boolean>
  hush: () => void
  onClose: () => void
}

export default function TalkMode(props: TalkModeProps) {
  const talk = useHandsFree(props)
  return talk && <Bar talk={talk} {...props} />
}

function useHandsFree(props: TalkModeProps): HandsFree | null {
  const { data: info } = useSWR(paths.info, about.info)
  const latest = useRef({ ...props, info })
  latest.current = { ...props, info }
  const [talk, setTalk] = useState<HandsFree | null>(null)

  useEffect(() => {
    const made = new HandsFree({
      open: openMicrophone,
      hear: (recording, signal) => {
        const { language } = heardIn(latest.current.info?.speech.heardLanguages ?? null)
        return voice.transcribe(recording, language, signal)
      },
      say: (text, calledOff) => latest.current.say(text, calledOff),
      hush: () => latest.current.hush(),
      speaker: (text, told) => {
        const language = languageOf(text, spokenLanguage())
        return openSpeaker({ language, personaId: latest.current.personaId }, told)
      },
      sentences: (text, isWhole) => sentencesOf(text, wordsNow(aloudWords).stand, { isWhole }),
      longestSeconds: () =>
        Math.min(latest.current.info?.speech.longestSeconds ?? MOST_SECONDS, MOST_SECONDS),
    })
    setTalk(made)
    void made.start()
    return () => made.end()
  }, [])

  const { id, text, isBusy, hasTrouble } = props.answer
  useEffect(() => {
    talk?.follow({ id, text, isBusy, hasTrouble })
  }, [talk, id, text, isBusy, hasTrouble])
  return talk
}

function Bar({ talk, who, onClose }: TalkModeProps & { talk: HandsFree }) {
  const says = useWords(handsFreeWords)
  const ofDictation = useWords(dictationWords)
  const state = useSyncExternalStore(talk.subscribe, talk.getState)
  const bar = useRef<HTMLElement>(null)
  // Before the answer's own: it ends the talk, and with it whatever is being said.
  useShortcut({ keys: 'Escape', layer: 'field', says: says.endLabel, run: onClose })
  // The key that stood here may have left with what it did.
  useEffect(() => {
    if (state.phase !== 'over') bar.current?.querySelector<HTMLElement>('[data-next]')?.focus()
  }, [state.phase])

  const trouble = state.phase === 'held' && state.error !== null ? explain(state.error, ofDictation) : null
  const next = {
    opening: null,
    listening: { label: says.done, press: () => talk.done() },
    hearing: null,
    answering: { label: says.interrupt, press: () => talk.interrupt() },
    speaking: { label: says.interrupt, press: () => talk.interrupt() },
    held: { label: says.listen, press: () => talk.listenAgain() },
    over: null,
  }[state.phase]
  return (
    <section
      ref={bar}
      aria-label={says.region(who)}
      data-testid="hands-free"
      data-phase={state.phase}
      className="rounded-2xl border border-line-strong bg-raised px-4 py-3 shadow-lift"
    >
      <p role="status" className={`text-[0.9375rem] ${trouble ? 'text-rust' : 'text-ink-soft'}`}>
        {trouble ?? sentenceOf(state, who, says)}
      </p>
      <div className="mt-2 flex min-h-10 items-center gap-3">
        <Waveform levels={talk.levels} isMoving={state.phase === 'listening'} />
        {next && (
          <Button data-next look="solid" onClick={next.press}>
            {next.label}
          </Button>
        )}
        <Button {...(next ? {} : { 'data-next': '' })} aria-label={says.endLabel} onClick={onClose}>
          <CloseIcon /> {says.end}
        </Button>
      </div>
    </section>
  )
}

function sentenceOf(state: TalkState, who: string, says: HandsFreeWords): string {
  switch (state.phase) {
    case 'opening':
      return says.opening
    case 'listening':
      return says.listening
    case 'hearing':
      return says.hearing
    case 'answering':
      return says.answering(who)
    case 'speaking':
      return says.speaking(who)
    default:
      return says.held
  }
}
