import { useEffect, useRef, useState } from 'react'

export type Outcome = 'answered' | 'stopped' | 'trouble'

interface AnnouncerProps {
  isBusy: boolean
  who: string
  /** What has become of the last turn. */
  outcome: Outcome
}

const OVER: Record<Outcome, (who: string) => string> = {
  answered: (who) => `${who} has answered.`,
  stopped: () => 'Stopped.',
  // What went wrong is said by the notice that tells it.
  trouble: () => '',
}

/**
 * For people who listen. The conversation is a live log whose growing answer is marked busy, so that its
 * words are read once they stand; here only the turns themselves are announced.
 */
export function Announcer({ isBusy, who, outcome }: AnnouncerProps) {
  const wasBusy = useRef(false)
  const [said, setSaid] = useState('')
  useEffect(() => {
    if (isBusy !== wasBusy.current) setSaid(isBusy ? `${who} is answering.` : OVER[outcome](who))
    wasBusy.current = isBusy
  }, [isBusy, who, outcome])
  return (
    <p aria-live="polite" className="sr-only" data-testid="announcer">
      {said}
    </p>
  )
}
