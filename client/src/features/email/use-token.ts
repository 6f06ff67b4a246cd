import { useCallback, useEffect, useState } from 'react'
import { forgetToken, keptToken, type Purpose, takeTokenFromAddress } from './token'

/** The token this page was opened with, and how to let go of it. */
export function useToken(purpose: Purpose): [string | null, () => void] {
  const [token, setToken] = useState(() => keptToken(purpose))
  useEffect(() => {
    // Another link pasted into the same tab changes only what stands behind the #.
    const onHash = () => {
      takeTokenFromAddress()
      setToken(keptToken(purpose))
    }
    window.addEventListener('hashchange', onHash)
    return () => window.removeEventListener('hashchange', onHash)
  }, [purpose])
  const letGo = useCallback(() => {
    forgetToken(purpose)
    setToken(null)
  }, [purpose])
  return [token, letGo]
}
