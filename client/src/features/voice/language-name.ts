import { formatsOf, spokenLanguage } from '../../language/language'

/** "German", "Deutsch": as it is called in the page's own language. */
export function languageName(code: string): string {
  return new Intl.DisplayNames(formatsOf(spokenLanguage()), { type: 'language' }).of(code) ?? code
}
