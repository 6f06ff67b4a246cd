import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../../api/http'
import type { Purpose } from './token'
import { useToken } from './use-token'

export type Followed<T> =
  | { status: 'busy' }
  | { status: 'done'; result: T }
  | { status: 'dead' }
  | { status: 'refused'; error: unknown; again: () => void }

/** A link that does its thing as soon as it is opened: once, and the token is let go of whatever came of it. */
export function useFollow<T>(purpose: Purpose, follow: (token: string) => Promise<T>): Followed<T> {
  const [token, letGo] = useToken(purpose)
  const [followed, setFollowed] = useState<Followed<T>>({ status: token === null ? 'dead' : 'busy' })
  const tried = useRef<string | null>(null)

  useEffect(() => {
    if (token === null || tried.current === token) return
    void go(token)

    async function go(shown: string) {
      tried.current = shown
      setFollowed({ status: 'busy' })
      try {
        setFollowed({ status: 'done', result: await follow(shown) })
        letGo()
      } catch (error) {
        if (isDead(error)) {
          setFollowed({ status: 'dead' })
          letGo()
        } else setFollowed({ status: 'refused', error, again: () => void go(shown) })
      }
    }
  }, [token, follow, letGo])

  return followed
}

export function isDead(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'dead_link'
}
