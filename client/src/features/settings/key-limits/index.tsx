import type { ApiKey, KeyWish } from '../../../api/types'
import { useWords, wordsNow } from '../../../language/words'
import { Field } from '../../../ui/field'
import { keyLimitWords } from './words'

/** What else a key may and may not: seldom wanted, so it is folded away. */
export function KeyLimits() {
  const says = useWords(keyLimitWords)
  return (
    <details>
      <summary className="cursor-pointer font-medium text-sm">{says.title}</summary>
      <div className="mt-4 grid gap-4 sm:grid-cols-2">
        <Field label={says.minute} name="minuteLimit" type="number" min={1} max={1_000_000} />
        <Field label={says.day} name="dayLimit" type="number" min={1} max={1_000_000_000} />
        <Field
          label={says.money}
          hint={says.moneyHint}
          name="spendLimitUsd"
          type="number"
          min={0.01}
          max={1_000_000}
          step={0.01}
        />
        <Field label={says.models} hint={says.modelsHint} name="models" />
        <Field label={says.networks} hint={says.networksHint} name="networks" placeholder="192.0.2.0/24" />
      </div>
    </details>
  )
}

type Limits = Pick<KeyWish, 'minuteLimit' | 'dayLimit' | 'spendLimitUsd' | 'models' | 'networks'>

/** Of a form with these fields, those that somebody filled in. */
export function limitsIn(form: FormData): Limits {
  const number = (name: string) => Number(form.get(name)) || null
  const list = (name: string) =>
    String(form.get(name) ?? '')
      .split(/[\s,]+/)
      .filter(Boolean)
  return {
    minuteLimit: number('minuteLimit'),
    dayLimit: number('dayLimit'),
    spendLimitUsd: number('spendLimitUsd'),
    models: list('models'),
    networks: list('networks'),
  }
}

/** What a key is held to, as it is told in a list. */
export function limitsOf(key: ApiKey): (string | null)[] {
  const says = wordsNow(keyLimitWords)
  return [
    key.minuteLimit && says.aMinute(key.minuteLimit),
    key.dayLimit && says.aDay(key.dayLimit),
    key.spendLimitUsd && says.spent(key.spentUsd, key.spendLimitUsd),
    key.models.join(', '),
    key.networks.join(', '),
    key.lastPlace && says.from(key.lastPlace),
  ].map((told) => told || null)
}
