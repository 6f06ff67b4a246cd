/** Talking instead of writing: held down for as long as one talks, or tapped at the beginning and at the end. */
import { useCallback, useEffect, useState } from 'react'
import { useWords } from '../../language/words'
import { useShortcut } from '../../ui/shortcuts'
import { keptRecording } from './kept-recordings'
import { voiceWords } from './words'

/** Shorter is a tap. */
const HOLD_MS = 400
export const TALK_KEYS = 'Mod+Shift+Space'

export interface Talking {
  /** The button is still down. */
  isHeld: boolean
  /** It was held, and let go: what was said is whole. */
  wasLetGo: boolean
  since: number
}

export interface Talk {
  talking: Talking | null
  begin: (isHeld: boolean) => void
  end: () => void
}

export function useTalk(boxId: string): Talk {
  const says = useWords(voiceWords)
  const [talking, setTalking] = useState<Talking | null>(() => (keptRecording(boxId) ? start(false) : null))
  const begin = useCallback((isHeld: boolean) => setTalking((now) => now ?? start(isHeld)), [])
  const end = useCallback(() => setTalking(null), [])
  useShortcut(
    talking ? null : { keys: TALK_KEYS, layer: 'page', says: says.shortcut, run: () => begin(false) },
  )

  const isHeld = talking?.isHeld ?? false
  useEffect(() => {
    if (!isHeld) return
    const letGo = () =>
      setTalking(
        (now) => now && { ...now, isHeld: false, wasLetGo: performance.now() - now.since >= HOLD_MS },
      )
    // Taken away by the system it was not let go: what was said goes on until it is ended.
    const taken = () => setTalking((now) => now && { ...now, isHeld: false })
    window.addEventListener('pointerup', letGo)
    window.addEventListener('pointercancel', taken)
    return () => {
      window.removeEventListener('pointerup', letGo)
      window.removeEventListener('pointercancel', taken)
    }
  }, [isHeld])

  return { talking, begin, end }
}

function start(isHeld: boolean): Talking {
  return { isHeld, wasLetGo: false, since: performance.now() }
}
