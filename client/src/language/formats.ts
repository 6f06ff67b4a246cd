/** Numbers, plurals, lists and moments as the spoken language writes them. Formatters are dear, so each is made once. */
import { formatsOf, spokenLanguage } from './language'

type Plurals = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }

function once<Made>(make: (locale: string) => Made): () => Made {
  const made = new Map<string, Made>()
  return () => {
    const locale = formatsOf(spokenLanguage())
    const found = made.get(locale) ?? make(locale)
    made.set(locale, found)
    return found
  }
}

const numbers = once((locale) => new Intl.NumberFormat(locale))
const rules = once((locale) => new Intl.PluralRules(locale))
const conjunction = once((locale) => new Intl.ListFormat(locale, { type: 'conjunction' }))

export function number(value: number): string {
  return numbers().format(value)
}

/** `plural(3, { one: '# fact', other: '# facts' })`: the form for this many, with the number in the place of `#`. */
export function plural(count: number, forms: Plurals): string {
  const form = forms[rules().select(count)] ?? forms.other
  return form.replaceAll('#', number(count))
}

/** "Ada, Grace and Mary" */
export function list(names: readonly string[]): string {
  return conjunction().format(names)
}

/** A formatter of moments that follows the language. */
export function moments(options: Intl.DateTimeFormatOptions): () => Intl.DateTimeFormat {
  return once((locale) => new Intl.DateTimeFormat(locale, options))
}
