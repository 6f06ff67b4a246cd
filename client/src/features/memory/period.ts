/** Two days as people name them, both included, on their own clock; or what is wrong with them. Pure. */
export function periodOf(from: string, to: string): { from: string; to: string } | 'bothDays' | 'wrongOrder' {
  const begins = midnight(from)
  const last = midnight(to)
  if (!begins || !last) return 'bothDays'
  if (begins > last) return 'wrongOrder'
  const ends = new Date(last.getFullYear(), last.getMonth(), last.getDate() + 1)
  return { from: begins.toISOString(), to: ends.toISOString() }
}

function midnight(day: string): Date | null {
  const date = new Date(`${day}T00:00`)
  return Number.isNaN(date.getTime()) ? null : date
}
