/** Who is here. Asked once; an ended session, wherever it is noticed, leads to the sign-in page. */
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react'
import { auth } from '../../api/endpoints'
import { ApiError, whenSignedOut } from '../../api/http'
import type { Person } from '../../api/types'
import { navigate } from '../../router'
import { forgetDrafts } from '../conversation/drafts'
import { loginPath } from './return-to'

export type Session =
  | { status: 'asking' }
  | { status: 'stranger' }
  | { status: 'unreachable'; error: unknown }
  | { status: 'here'; person: Person }

interface SessionContext {
  session: Session
  ask: () => Promise<void>
  signOut: () => Promise<void>
}

const Context = createContext<SessionContext | null>(null)
const LAST_PERSON = 'holdfast.person'

export function SessionProvider({ children }: { children: ReactNode }) {
  const [session, setSession] = useState<Session>({ status: 'asking' })

  const ask = useCallback(async () => {
    try {
      const person = await auth.me()
      forgetWhatOthersTyped(person.id)
      setSession({ status: 'here', person })
    } catch (error) {
      const isStranger = error instanceof ApiError && error.status === 401
      setSession(isStranger ? { status: 'stranger' } : { status: 'unreachable', error })
    }
  }, [])

  const leave = useCallback(() => {
    setSession({ status: 'stranger' })
    navigate(loginPath(location.pathname + location.search), { replace: true })
  }, [])

  const signOut = useCallback(async () => {
    await auth.logout().catch(() => {})
    forgetDrafts()
    setSession({ status: 'stranger' })
    navigate('/login')
  }, [])

  useEffect(() => {
    whenSignedOut(leave)
    void ask()
  }, [ask, leave])

  const value = useMemo(() => ({ session, ask, signOut }), [session, ask, signOut])
  return <Context.Provider value={value}>{children}</Context.Provider>
}

export function useSession(): SessionContext {
  const session = useContext(Context)
  if (!session) throw new Error('useSession needs a SessionProvider above it.')
  return session
}

/** On a shared machine the next person must not find the last one's drafts. */
function forgetWhatOthersTyped(personId: string): void {
  try {
    const last = localStorage.getItem(LAST_PERSON)
    if (last && last !== personId) forgetDrafts()
    localStorage.setItem(LAST_PERSON, personId)
  } catch {
    // No storage, no drafts.
  }
}
