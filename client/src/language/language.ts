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

type File = () => Promise<{ texts: Texts }>
/** Two files a language: what the first page says, and what later pages do. */
const FILES: Record<Exclude<Language, 'en'>, { first: File; late: File }> = {
  de: { first: () => import('./de'), late: () => import('./de-late') },
  es: { first: () => import('./es'), late: () => import('./es-late') },
}
/** A later page was opened, so that its words are wanted in whatever is spoken next. */
let isLateWanted = false

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
    texts = language === 'en' ? {} : await fetchTexts(language)
    spoken = language
  } catch {
    // A page in another language is better than none; the next load tries again.
  }
  document.documentElement.lang = spoken
  for (const listener of listeners) listener()
}

async function fetchTexts(language: Exclude<Language, 'en'>): Promise<Texts> {
  const { first, late } = FILES[language]
  const files = await Promise.all(isLateWanted ? [first(), late()] : [first()])
  return Object.assign({}, ...files.map((file) => file.texts))
}

/** A page that is fetched when it is opened, with its words. Without a line it waits, as `loadLate` does for the page. */
export async function withWords<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  const [page] = await Promise.all([load(), wantLate()])
  return page
}

async function wantLate(): Promise<void> {
  if (isLateWanted) return
  const language = spoken
  const found = language === 'en' ? {} : (await FILES[language].late()).texts
  isLateWanted = true
  if (language !== spoken) return applyLanguage()
  texts = { ...texts, ...found }
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
