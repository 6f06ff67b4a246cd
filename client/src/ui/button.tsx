import type { ButtonHTMLAttributes, Ref } from 'react'

const looks = {
  solid: 'bg-kelp text-on-kelp hover:bg-kelp-deep disabled:bg-line-strong disabled:text-paper',
  outline: 'border border-line-strong bg-raised hover:border-ink-faint disabled:text-ink-faint',
  /** In the colour of what can be pressed: without it, it would look like a word of the text beside it. */
  quiet: 'text-kelp hover:bg-kelp-wash hover:text-kelp-deep disabled:text-ink-faint',
  /** Leads to something that cannot be taken back; what does it then is `danger`. */
  warning: 'border border-line-strong bg-raised text-rust hover:border-rust disabled:text-ink-faint',
  danger: 'bg-rust text-paper hover:opacity-90',
}

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  ref?: Ref<HTMLButtonElement>
  look?: keyof typeof looks
}

export function Button({ look = 'outline', className = '', type = 'button', ...rest }: ButtonProps) {
  return (
    <button
      type={type}
      className={`inline-flex min-h-10 items-center justify-center gap-2 rounded-lg px-4 text-[0.9375rem] font-medium transition-colors ${looks[look]} ${className}`}
      {...rest}
    />
  )
}

interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  ref?: Ref<HTMLButtonElement>
  /** Both the accessible name and the tooltip. */
  label: string
  isOn?: boolean
}

/** A square control of at least 36 px, 40 on touch screens. */
export function IconButton({ label, isOn, className = '', type = 'button', ...rest }: IconButtonProps) {
  return (
    <button
      type={type}
      aria-label={label}
      title={label}
      {...(isOn === undefined ? {} : { 'aria-pressed': isOn })}
      className={`inline-flex size-9 shrink-0 items-center justify-center rounded-lg transition-colors pointer-coarse:size-10 disabled:opacity-40 aria-disabled:opacity-40 ${
        isOn ? 'bg-kelp-wash text-kelp' : 'text-ink-faint hover:bg-sunk hover:text-ink'
      } ${className}`}
      {...rest}
    />
  )
}
