/** How somebody likes to talk and to be read to, at this browser. */
import { useSyncExternalStore } from 'react'
import { type Language, spokenLanguage } from '../../../language/language'

export const SPEEDS = [0.75, 1, 1.25, 1.5, 2] as const
export type Speed = (typeof SPEEDS)[number]

export interface VoiceSettings {
  /** What was heard goes out at once, instead of into the box. */
  sendsAtOnce: boolean
  /** What is spoken; `page`: the page's own language. */
  language: 'page' | Language
  speed: Speed
}

const KEY = 'holdfast.voice'
const USUAL: VoiceSettings = { sendsAtOnce: false, language: 'page', speed: 1 }
const listeners = new Set<() => void>()
let now: VoiceSettings | null = null

export function voiceSettings(): VoiceSettings {
  now ??= read()
  return now
}

export function changeVoiceSettings(change: Partial<VoiceSettings>): void {
  now = { ...voiceSettings(), ...change }
  try {
    localStorage.setItem(KEY, JSON.stringify(now))
  } catch {
    // Without storage they last as long as the page.
  }
  for (const listener of listeners) listener()
}

export function useVoiceSettings(): VoiceSettings {
  return useSyncExternalStore((listener) => {
    const onStorage = (event: StorageEvent) => {
      if (event.key !== KEY) return
      now = null
      listener()
    }
    listeners.add(listener)
    window.addEventListener('storage', onStorage)
    return () => {
      listeners.delete(listener)
      window.removeEventListener('storage', onStorage)
    }
  }, voiceSettings)
}

function read(): VoiceSettings {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<VoiceSettings>
    return {
      sendsAtOnce: kept.sendsAtOnce === true,
      language: (['en', 'de', 'es'] as const).find((one) => one === kept.language) ?? 'page',
      speed: SPEEDS.find((one) => one === kept.speed) ?? 1,
    }
  } catch {
    return USUAL
  }
}

/**
 * In which language a recording is to be heard. `isOther`: this installation does not hear the one that is wanted, only
 * this one. Null language: it hears nothing at all.
 */
export function heardIn(
  heard: readonly string[] | null,
  wanted: string = wantedLanguage(),
): { language: string | null; isOther: boolean } {
  if (heard === null || heard.includes(wanted)) return { language: wanted, isOther: false }
  return { language: heard[0] ?? null, isOther: true }
}

export function wantedLanguage(): Language {
  const { language } = voiceSettings()
  return language === 'page' ? spokenLanguage() : language
}
