import { useEffect, useRef } from 'react'
import { wordsNow } from '../../language/words'
import { useToasts } from '../../ui/toast'
import { askForNotices, declineNotices, noticeState, notify, wasAsked } from './notices'
import { noticeWords } from './words'

/** Shorter ones are over before anybody has gone elsewhere. */
const LONG_MS = 15_000
const OFFER_MS = 20_000

/** Tells when a long answer is done in a tab nobody looks at; whoever comes back from the first such one is offered it. */
export function useAnswerNotice(isBusy: boolean, who: string, isAnswered: boolean): void {
  const { show } = useToasts()
  const since = useRef<number | null>(null)
  useEffect(() => {
    if (isBusy) {
      since.current ??= Date.now()
      return
    }
    if (since.current === null) return
    const took = Date.now() - since.current
    since.current = null
    if (!isAnswered || took < LONG_MS || document.visibilityState !== 'hidden') return
    if (noticeState() === 'on') void notify(wordsNow(noticeWords).answered(who)).catch(() => undefined)
    else if (!wasAsked()) whenSeen(() => offer(show))
  }, [isBusy, who, isAnswered, show])
}

function offer(show: ReturnType<typeof useToasts>['show']): void {
  // Another tab may have asked meanwhile.
  if (wasAsked()) return
  const says = wordsNow(noticeWords)
  show(says.offer, {
    ms: OFFER_MS,
    action: { label: says.yes, run: () => void askForNotices() },
    onGone: declineNotices,
  })
}

let waiting: (() => void) | null = null

/** Once, when somebody looks at this tab again; what was to happen then before is replaced. */
function whenSeen(act: () => void): void {
  if (waiting) document.removeEventListener('visibilitychange', waiting)
  waiting = () => {
    if (document.visibilityState === 'hidden' || !waiting) return
    document.removeEventListener('visibilitychange', waiting)
    waiting = null
    act()
  }
  document.addEventListener('visibilitychange', waiting)
}
