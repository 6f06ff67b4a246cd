import { useEffect, useState } from 'react'
import { Field } from '../../ui/field'

const SETTLES_MS = 300

interface SearchFieldProps {
  label: string
  hint: string
  value: string
  onChange: (value: string) => void
}

export function SearchField({ label, hint, value, onChange }: SearchFieldProps) {
  return (
    <Field
      label={label}
      hint={hint}
      type="search"
      autoComplete="off"
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

/** What was typed, once the typing rests: not every letter is a question to the server. */
export function useSettled(typed: string): string {
  const [settled, setSettled] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed.trim()), SETTLES_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return settled
}
