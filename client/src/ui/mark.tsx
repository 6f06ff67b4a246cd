/** A holdfast: what kelp grips the rock with. A stem, four roots, and the stone they hold. */
export function Mark({ size = 24, className }: { size?: number; className?: string }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} fill="none" aria-hidden="true" className={className}>
      <g stroke="var(--kelp)" strokeWidth="2.4" strokeLinecap="round">
        <path d="M16 2.5v9.5" />
        <path d="M16 11.5C8.5 11.5 5 17 7 27" />
        <path d="M16 11.5c7.5 0 11 5.5 9 15.5" />
        <path d="M16 12c-3.6 2.4-5 6-4.3 9" />
        <path d="M16 12c3.6 2.4 5 6 4.3 9" />
      </g>
      <circle cx="16" cy="24.8" r="4.1" fill="var(--stone)" />
    </svg>
  )
}

export function Wordmark() {
  return (
    <span className="inline-flex items-center gap-2 font-serif text-[1.2rem] font-semibold tracking-[-0.015em]">
      <Mark size={26} />
      Holdfast
    </span>
  )
}
