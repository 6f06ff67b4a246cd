import { useCallback, useLayoutEffect, useRef } from 'react'

/** The same function for the life of the page, which does what the newest one does: whoever is given it need not be drawn anew. */
export function useStable<Given extends unknown[], Back>(
  newest: (...given: Given) => Back,
): (...given: Given) => Back {
  const latest = useRef(newest)
  useLayoutEffect(() => {
    latest.current = newest
  })
  return useCallback((...given: Given) => latest.current(...given), [])
}
