import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'

const NEAR_PX = 90

/** Follows the answer while the reader is at its end; lets go as soon as they scroll up to read. */
export function useStickToEnd(
  scroller: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
  isOn: boolean,
) {
  const isStuck = useRef(true)
  const [isAway, setAway] = useState(false)

  const toEnd = useCallback(
    (behavior: ScrollBehavior = 'auto') => {
      const element = scroller.current
      if (!element) return
      isStuck.current = true
      element.scrollTo?.({ top: element.scrollHeight, behavior })
    },
    [scroller],
  )

  /** Until they are near the end again: what grows meanwhile moves nothing. */
  const letGo = useCallback(() => {
    isStuck.current = false
  }, [])

  useEffect(() => {
    const element = scroller.current
    const inner = content.current
    if (!element || !inner || !isOn) return
    let lastTop = element.scrollTop
    const onScroll = () => {
      const top = element.scrollTop
      const isNear = element.scrollHeight - top - element.clientHeight < NEAR_PX
      // Far from the end is not yet "let go": a long message may just have been added. Going up is.
      if (isNear) isStuck.current = true
      else if (top < lastTop - 1) isStuck.current = false
      lastTop = top
      setAway(!isNear && !isStuck.current)
    }
    // In a window that was made larger, what was below may be in sight.
    const observer = new ResizeObserver(() => (isStuck.current ? toEnd() : onScroll()))
    observer.observe(inner)
    // The keyboard of a phone makes the window smaller, not the text longer.
    observer.observe(element)
    element.addEventListener('scroll', onScroll, { passive: true })
    toEnd()
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', onScroll)
    }
  }, [scroller, content, toEnd, isOn])

  return { isAway, toEnd, letGo }
}
