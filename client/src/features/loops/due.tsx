import { useWords } from '../../language/words'
import { day, time } from '../../ui/dates'
import { daysUntil, hasHour } from './days'
import { loopWords } from './words'

/** "Due today", "3 days overdue": in rust once it is past, in amber while it is near. */
export function Due({ at }: { at: string }) {
  const says = useWords(loopWords)
  const left = daysUntil(at)
  const tone = left < 0 ? 'text-rust' : left <= 1 ? 'text-amber' : 'text-ink-faint'
  return (
    <time dateTime={at} className={`font-medium text-sm ${tone}`}>
      {dueInWords(at, says)}
    </time>
  )
}

export function dueInWords(at: string, says: ReturnType<typeof useWords<typeof loopWords.english>>): string {
  const left = daysUntil(at)
  if (left < 0) return says.overdue(-left)
  const when = left === 0 ? says.today : left === 1 ? says.dueTomorrow : says.dueOn(day(at))
  return hasHour(at) ? says.at(when, time(at)) : when
}
