import { useEffect, useRef, useState } from 'react'
import { useWords } from '../../language/words'
import { useAnswerNotice } from '../notices/use-answer-notice'
import { type ConversationWords, conversationWords } from './words'

export type Outcome = 'answered' | 'stopped' | 'trouble'

interface AnnouncerProps {
  isBusy: boolean
  who: string
  /** What has become of the last turn. */
  outcome: Outcome
}

function over(says: ConversationWords['announce'], outcome: Outcome, who: string): string {
  // What went wrong is said by the notice that tells it.
  if (outcome === 'trouble') return ''
  return outcome === 'stopped' ? says.stopped : says.answered(who)
}

/**
 * For people who listen. The conversation is a live log whose growing answer is marked busy, so that its
 * words are read once they stand; here only the turns themselves are announced.
 */
export function Announcer({ isBusy, who, outcome }: AnnouncerProps) {
  useAnswerNotice(isBusy, who, outcome === 'answered')
  const says = useWords(conversationWords).announce
  const wasBusy = useRef(false)
  const [said, setSaid] = useState('')
  useEffect(() => {
    if (isBusy !== wasBusy.current) setSaid(isBusy ? says.answering(who) : over(says, outcome, who))
    wasBusy.current = isBusy
  }, [isBusy, who, outcome, says])
  return (
    <p aria-live="polite" className="sr-only" data-testid="announcer">
      {said}
    </p>
  )
}
