/** Which folders stand open in the list; kept in this browser for the person, and gone when they sign out. */
import { useState } from 'react'

const PREFIX = 'holdfast.open-folders.'

export function useOpenFolders(personId: string) {
  const [open, setOpen] = useState(() => read(personId))
  function set(next: string[]) {
    setOpen(next)
    try {
      localStorage.setItem(PREFIX + personId, JSON.stringify(next))
    } catch {
      // Without storage it holds as long as the page.
    }
  }
  return {
    isOpen: (name: string) => open.includes(name),
    toggle: (name: string) => set(open.includes(name) ? open.filter((one) => one !== name) : [...open, name]),
  }
}

function read(personId: string): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(PREFIX + personId) ?? '[]')
    return Array.isArray(kept) ? kept.filter((one): one is string => typeof one === 'string') : []
  } catch {
    return []
  }
}

export function forgetOpenFolders(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key)
  } catch {
    // As above.
  }
}
