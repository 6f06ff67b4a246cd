import { type ReactNode, useEffect, useState } from 'react'
import { describe, waitInWords } from '../api/sentences'
import { useWords } from '../language/words'
import { uiWords } from './words'

const tones = {
  calm: 'border-line bg-sunk text-ink-soft',
  amber: 'border-amber/35 bg-amber-wash text-ink',
  rust: 'border-rust/35 bg-rust-wash text-ink',
}

interface NoticeProps {
  tone?: keyof typeof tones
  children: ReactNode
  actions?: ReactNode
  testId?: string
}

export function Notice({ tone = 'calm', children, actions, testId }: NoticeProps) {
  return (
    <div
      role={tone === 'rust' ? 'alert' : 'status'}
      data-testid={testId}
      className={`flex flex-wrap items-center gap-x-4 gap-y-2 rounded-xl border px-4 py-2.5 text-[0.9375rem] ${tones[tone]}`}
    >
      <div className="min-w-0 flex-1 basis-56">{children}</div>
      {actions && <div className="flex shrink-0 gap-2">{actions}</div>}
    </div>
  )
}

/** What went wrong, what to do, and, where the server said so, when it may be tried again. */
export function TroubleText({ error }: { error: unknown }) {
  const says = useWords(uiWords)
  const { sentence, advice, retryAt } = describe(error)
  const wait = useCountdown(retryAt)
  return (
    <p>
      <span className="font-medium">{sentence}</span>{' '}
      {retryAt ? (wait ? says.retryIn(wait) : says.retryNow) : advice}
    </p>
  )
}

/** "in 12 seconds", counting down; null when the wait is over. */
export function useCountdown(until: Date | null): string | null {
  const [, tick] = useState(0)
  const wait = until ? waitInWords(until) : null
  const isOver = wait === null
  useEffect(() => {
    if (isOver) return
    const timer = setInterval(() => tick((n) => n + 1), 1000)
    return () => clearInterval(timer)
  }, [isOver])
  return wait
}
