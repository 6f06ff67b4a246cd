/**
 * The language the page speaks: what the person chose at this browser, else the first of the browser's languages that we
 * speak, else English. English is in the page; another language is one file, fetched before anything is shown in it.
 */
import { useSyncExternalStore } from 'react'

export const LANGUAGES = { en: 'English', de: 'Deutsch', es: 'Español' } as const
export type Language = keyof typeof LANGUAGES
export type Choice = Language | 'system'

const KEY = 'holdfast.language'
const listeners = new Set<() => void>()

/** The choice, where there is no storage to keep it. */
let chosen: Choice = 'system'
let spoken: Language = 'en'
let texts: Texts = {}

/** A translation: for each subject what stands in its place. `words.ts` knows the shapes. */
export type Texts = Readonly<Record<string, unknown>>

const FILES: Record<Exclude<Language, 'en'>, () => Promise<{ texts: Texts }>> = {
  de: () => import('./de'),
  es: () => import('./es'),
}

export function isLanguage(code: string): code is Language {
  return Object.hasOwn(LANGUAGES, code)
}

export function readChoice(): Choice {
  try {
    const kept = localStorage.getItem(KEY)
    return kept !== null && isLanguage(kept) ? kept : 'system'
  } catch {
    return chosen
  }
}

export function languageOf(choice: Choice, wanted: readonly string[] = navigator.languages): Language {
  if (choice !== 'system') return choice
  const codes = wanted.map((tag) => tag.toLowerCase().split('-')[0] ?? '')
  return codes.find(isLanguage) ?? 'en'
}

/** What dates and numbers are written by: the browser's own kind of the language ("en-GB"), where it has one. */
export function formatsOf(language: Language, wanted: readonly string[] = navigator.languages): string {
  return wanted.find((tag) => tag.toLowerCase().split('-')[0] === language) ?? language
}

/** Fetches the words of the language that is to be spoken; where they cannot be had, the page stays as it is. */
export async function applyLanguage(choice: Choice = readChoice()): Promise<void> {
  const language = languageOf(choice)
  try {
    texts = language === 'en' ? {} : (await FILES[language]()).texts
    spoken = language
  } catch {
    // A page in another language is better than none; the next load tries again.
  }
  document.documentElement.lang = spoken
  for (const listener of listeners) listener()
}

export async function chooseLanguage(choice: Choice): Promise<void> {
  chosen = choice
  try {
    if (choice === 'system') localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, choice)
  } catch {
    // Without storage the choice lasts as long as the page.
  }
  await applyLanguage(choice)
}

export function spokenLanguage(): Language {
  return spoken
}

export function spokenTexts(): Texts {
  return texts
}

/** Another tab's choice counts here as well. */
function subscribe(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === KEY) void applyLanguage()
  }
  listeners.add(listener)
  window.addEventListener('storage', onStorage)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', onStorage)
  }
}

export function useTexts(): Texts {
  return useSyncExternalStore(subscribe, spokenTexts)
}

export function useLanguageChoice(): Choice {
  return useSyncExternalStore(subscribe, readChoice)
}
