/** Who is here. Asked once; an ended session, wherever it is noticed, leads to the sign-in page. */
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { auth } from '../../api/endpoints'
import { ApiError, whenSignedOut } from '../../api/http'
import { inOneLine } from '../../api/sentences'
import type { Person } from '../../api/types'
import { wordsNow } from '../../language/words'
import { navigate } from '../../router'
import { useToasts } from '../../ui/toast'
import { forgetOpenFolders } from '../chats/open-folders'
import { forgetDrafts } from '../conversation/drafts'
import { forgetRecordings } from '../voice/kept-recordings'
import { loginPath } from './return-to'
import { authWords } from './words'

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
  const hasSignedOut = useRef(false)
  const { show } = useToasts()

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
    try {
      await auth.logout()
    } catch (error) {
      // Nobody may leave a shared machine believing to be out while the next one is let in as them.
      if (!(error instanceof ApiError && error.status === 401)) {
        show(wordsNow(authWords).stillHere(inOneLine(error)))
        return
      }
    }
    forgetDrafts()
    hasSignedOut.current = true
    forgetOpenFolders()
    tellOtherTabs(null)
    setSession({ status: 'stranger' })
    navigate('/login')
  }, [show])

  useEffect(() => {
    whenSignedOut(leave)
    void ask()
  }, [ask, leave])

  // What a page keeps of a voice when it closes is forgotten after it has closed.
  useEffect(() => {
    if (session.status === 'stranger' && hasSignedOut.current) forgetRecordings()
    hasSignedOut.current = false
  }, [session.status])

  const known =
    session.status === 'here' ? `${session.person.id} ${session.person.emailState}` : nobody(session)
  useEffect(() => (known === null ? undefined : watchForOthers(known, ask)), [known, ask])

  const value = useMemo(() => ({ session, ask, signOut }), [session, ask, signOut])
  return <Context.Provider value={value}>{children}</Context.Provider>
}

export function useSession(): SessionContext {
  const session = useContext(Context)
  if (!session) throw new Error('useSession needs a SessionProvider above it.')
  return session
}

/** Who stands at the door; of whom it is not known yet whether they are in, nothing. */
function nobody(session: Session): '' | null {
  return session.status === 'stranger' ? '' : null
}

/** On a shared machine the next person must not find the last one's drafts. */
function forgetWhatOthersTyped(personId: string): void {
  try {
    const last = localStorage.getItem(LAST_PERSON)
    if (last && last !== personId) {
      forgetDrafts()
      forgetRecordings()
    }
  } catch {
    // No storage, no drafts.
  }
  tellOtherTabs(personId)
}

function tellOtherTabs(personId: string | null): void {
  try {
    if (personId === null) localStorage.removeItem(LAST_PERSON)
    else localStorage.setItem(LAST_PERSON, personId)
  } catch {
    // They find out when they are looked at.
  }
}

/**
 * All tabs of a browser share one cookie: when somebody else signs in at another, what is written here would be
 * theirs. So a tab asks who is here when another says so, and when it comes back into view. Whoever comes back from
 * their mailbox has shown meanwhile whose the address is. A tab at the door is let in with the others. `known`: who was
 * here, and how their address stood; nobody: empty.
 */
function watchForOthers(known: string, ask: () => Promise<void>): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === LAST_PERSON && !known.startsWith(`${event.newValue} `)) void ask()
  }
  const onVisible = () => {
    if (document.visibilityState !== 'visible') return
    const isAnother = (person: Person) => `${person.id} ${person.emailState}` !== known
    auth.me().then(
      (person) => isAnother(person) && void ask(),
      (error: unknown) => error instanceof ApiError && error.status === 401 && void ask(),
    )
  }
  window.addEventListener('storage', onStorage)
  document.addEventListener('visibilitychange', onVisible)
  return () => {
    window.removeEventListener('storage', onStorage)
    document.removeEventListener('visibilitychange', onVisible)
  }
}
