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
const percents = once((locale) => new Intl.NumberFormat(locale, { style: 'percent' }))
const rules = once((locale) => new Intl.PluralRules(locale))
const distances = once((locale) => new Intl.RelativeTimeFormat(locale))
const conjunction = once((locale) => new Intl.ListFormat(locale, { type: 'conjunction' }))

export function number(value: number): string {
  return numbers().format(value)
}

/** `percent(0.25)`: "25%", as far as there is anything to be part of. */
export function percent(part: number): string {
  return percents().format(Math.min(Math.max(part, 0), 1))
}

/** `plural(3, { one: '# fact', other: '# facts' })`: the form for this many, with the number in the place of `#`. */
export function plural(count: number, forms: Plurals): string {
  const form = forms[rules().select(count)] ?? forms.other
  return form.replaceAll('#', number(count))
}

/** "in 12 seconds", "3 days ago" */
export function fromNow(value: number, unit: Intl.RelativeTimeFormatUnit): string {
  return distances().format(value, unit)
}

/** "Ada, Grace and Mary" */
export function list(names: readonly string[]): string {
  return conjunction().format(names)
}

const dollars = once((locale) => new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD' }))
const fractions = once(
  (locale) =>
    new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD', maximumSignificantDigits: 2 }),
)

/** "$1.20"; of less than a cent as much as says something: "$0.0031". */
export function money(usd: number): string {
  return (usd > 0 && usd < 0.01 ? fractions() : dollars()).format(usd)
}

/** A formatter of moments that follows the language. */
export function moments(options: Intl.DateTimeFormatOptions): () => Intl.DateTimeFormat {
  return once((locale) => new Intl.DateTimeFormat(locale, options))
}
