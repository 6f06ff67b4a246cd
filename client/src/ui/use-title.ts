import { useEffect } from 'react'

/** What the tab is called while a page is open; it follows the language. */
export function useTitle(title: string | null): void {
  useEffect(() => {
    document.title = title ? `${title} · Holdfast` : 'Holdfast'
  }, [title])
}
