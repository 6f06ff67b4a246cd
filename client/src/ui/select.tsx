import type { SelectHTMLAttributes } from 'react'
import { RightIcon } from './icons'

interface SelectProps extends SelectHTMLAttributes<HTMLSelectElement> {
  label: string
  /** The label is read aloud only: a row of a list says by its place what is chosen. */
  isBare?: boolean
  /** One of several under a heading of their own. */
  isMinor?: boolean
}

/** The browser's own, which is best on phones; what it looks like while it is closed is ours. */
export function Select({ label, isBare = false, isMinor = false, className = '', ...rest }: SelectProps) {
  const look = isMinor ? 'mb-1.5 block text-ink-soft text-sm' : 'mb-1.5 block font-medium text-sm'
  return (
    <label className={`block ${className}`}>
      <span className={isBare ? 'sr-only' : look}>{label}</span>
      <span className="relative block">
        <select
          className={`w-full appearance-none truncate rounded-lg border border-line-strong bg-raised pr-9 pl-3 hover:border-ink-faint disabled:text-ink-faint ${
            isBare ? 'h-10 text-[0.9375rem]' : 'h-11 text-base'
          }`}
          {...rest}
        />
        <RightIcon className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 rotate-90 text-ink-faint" />
      </span>
    </label>
  )
}
