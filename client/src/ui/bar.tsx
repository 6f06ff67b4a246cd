interface BarProps {
  /** In words; the bar only repeats it for the eye. */
  said: string
  /** How full, from 0 to 1; more is shown as full. */
  part: number
}

/** How much of something is used. It turns amber when little is left and rust when nothing is. */
export function Bar({ said, part }: BarProps) {
  const full = Math.min(Math.max(Number.isFinite(part) ? part : 1, 0), 1)
  const colour = full >= 1 ? 'bg-rust' : full >= 0.9 ? 'bg-amber' : 'bg-kelp'
  return (
    <>
      <p className="mb-1.5 text-ink-soft text-sm tabular-nums">{said}</p>
      <div aria-hidden="true" className="h-1.5 overflow-hidden rounded-full bg-line">
        <div className={`h-full rounded-full ${colour}`} style={{ width: `${full * 100}%` }} />
      </div>
    </>
  )
}
