import { useEffect, useRef, useState } from 'react'

/**
 * For people who listen. The conversation is a live log whose growing answer is marked busy, so that its
 * words are read once they stand; here only the turns themselves are announced.
 */
export function Announcer({ isBusy, who }: { isBusy: boolean; who: string }) {
  const wasBusy = useRef(false)
  const [said, setSaid] = useState('')
  useEffect(() => {
    if (isBusy !== wasBusy.current) setSaid(isBusy ? `${who} is answering.` : `${who} has answered.`)
    wasBusy.current = isBusy
  }, [isBusy, who])
  return (
    <p aria-live="polite" className="sr-only" data-testid="announcer">
      {said}
    </p>
  )
}
