/** Figures as they stand at charts. Pure. */
import { formatsOf, spokenLanguage } from '../../language/language'

const made = new Map<string, Intl.NumberFormat>()

function format(name: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const locale = formatsOf(spokenLanguage())
  const key = `${locale} ${name}`
  const found = made.get(key) ?? new Intl.NumberFormat(locale, options)
  made.set(key, found)
  return found
}

/** Small sums keep the digits that tell them apart. */
export function cost(usd: number): string {
  const digits = usd > 0 && usd < 1 ? 4 : 2
  return format(`usd${digits}`, { style: 'currency', currency: 'USD', maximumFractionDigits: digits }).format(
    usd,
  )
}

/** How long somebody waits: "0.42 s", "12 s". */
export function wait(seconds: number): string {
  const digits = seconds < 10 ? 2 : 0
  return `${format(`wait${digits}`, { maximumFractionDigits: digits }).format(seconds)} s`
}

export function share(part: number, whole: number): string {
  return format('share', { style: 'percent', maximumFractionDigits: 1 }).format(
    whole === 0 ? 0 : part / whole,
  )
}
