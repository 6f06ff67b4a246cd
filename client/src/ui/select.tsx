import type { SelectHTMLAttributes } from 'react'

interface SelectProps extends SelectHTMLAttributes<HTMLSelectElement> {
  label: string
  /** The label is read aloud only: a row of a list says by its place what is chosen. */
  isBare?: boolean
}

export function Select({ label, isBare = false, className = '', ...rest }: SelectProps) {
  return (
    <label className={`block ${className}`}>
      <span className={isBare ? 'sr-only' : 'mb-1.5 block font-medium text-sm'}>{label}</span>
      <select
        className={`w-full rounded-lg border border-line-strong bg-raised px-3 hover:border-ink-faint disabled:text-ink-faint ${
          isBare ? 'h-10 text-[0.9375rem]' : 'h-11 text-base'
        }`}
        {...rest}
      />
    </label>
  )
}
