import { type RefObject, useEffect, useRef } from 'react'

/**
 * After a talk the focus is where it was begun. An effect of the one that holds the box comes after those of the box
 * itself, which takes the focus as soon as it stands there: whatever ended first, the talk or its answer, this is last.
 */
export function useFocusAfter(isTalking: boolean): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null)
  const wasTalking = useRef(isTalking)
  useEffect(() => {
    if (wasTalking.current && !isTalking) {
      const begins = place.current?.querySelector<HTMLElement>('[data-hands-free]')
      ;(begins ?? place.current?.querySelector('textarea'))?.focus()
    }
    wasTalking.current = isTalking
  }, [isTalking])
  return place
}
