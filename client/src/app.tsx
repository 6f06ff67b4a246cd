import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import { SWRConfig } from 'swr'
import { NotReached } from './api/http'
import { loginPath, readReturnTo } from './features/auth/return-to'
import { SessionProvider, useSession } from './features/auth/session'
import { takeTokenFromAddress } from './features/email/token'
import { takeFromAddress } from './features/join/code'
import { useTexts } from './language/language'
import { useWords } from './language/words'
import { loadLate, loadWithWords } from './load-late'
import { navigate, type Page, readPage, usePath } from './router'
import { Button } from './ui/button'
import { Mark } from './ui/mark'
import { Notice, TroubleText } from './ui/notice'
import { ToastProvider } from './ui/toast'
import { uiWords } from './ui/words'
import { frameWords } from './words'

// Before anything else: a code in the address must not stay there.
takeFromAddress()
takeTokenFromAddress()

// Signing in needs none of the reading and writing, so it does not wait for it.
const loadHome = () => loadLate(() => import('./home'))
const Home = lazy(loadHome)
const AuthPage = lazy(() =>
  loadLate(() => import('./features/auth/auth-page').then(({ AuthPage }) => ({ default: AuthPage }))),
)
const JoinPage = lazy(() => loadWithWords(() => import('./features/join/join-page')))
const ForgotPage = lazy(() => loadWithWords(() => import('./features/email/forgot-page')))
const ResetPage = lazy(() => loadWithWords(() => import('./features/email/reset-page')))
const VerifyPage = lazy(() => loadWithWords(() => import('./features/email/verify-page')))
const ChangePage = lazy(() => loadWithWords(() => import('./features/email/change-page')))
const UndoPage = lazy(() => loadWithWords(() => import('./features/email/undo-page')))
if (!/^\/(login|register|join|forgot|reset|verify|change|undo)/.test(location.pathname))
  void loadHome().catch(() => {})

export function App() {
  // Dates and sentences that nobody asks `useWords` for follow the language as well.
  useTexts()
  return (
    <ToastProvider>
      <SessionProvider>
        <Answers>
          <Pages />
        </Answers>
      </SessionProvider>
    </ToastProvider>
  )
}

const ASKING = {
  shouldRetryOnError: false,
  revalidateOnFocus: false,
  dedupingInterval: 5000,
  provider: () => new Map(),
}

/** What the server has told, kept for one person: whoever signs in next at this page is shown nothing of it. */
function Answers({ children }: { children: ReactNode }) {
  const { session } = useSession()
  return (
    <SWRConfig key={session.status === 'here' ? session.person.id : 'nobody'} value={ASKING}>
      {children}
    </SWRConfig>
  )
}

function Pages() {
  const page = readPage(usePath())
  const { session, ask } = useSession()
  const isAtTheDoor = page.name === 'login' || page.name === 'register'
  const { status } = session

  useEffect(() => {
    if (status === 'stranger' && !isAtTheDoor && !isForAll(page.name))
      navigate(loginPath(location.pathname + location.search), { replace: true })
    if (status === 'here' && isAtTheDoor) navigate(readReturnTo(), { replace: true })
  }, [status, isAtTheDoor, page.name])

  if (session.status === 'unreachable') {
    return <Unreached error={session.error} ask={ask} />
  }
  if (isForAll(page.name) && session.status !== 'asking') {
    return (
      <Suspense fallback={<Waiting />}>
        {page.name === 'join' && <JoinPage person={session.status === 'here' ? session.person : null} />}
        {page.name === 'forgot' && <ForgotPage />}
        {page.name === 'reset' && <ResetPage />}
        {page.name === 'undo' && <UndoPage />}
      </Suspense>
    )
  }
  if (session.status === 'stranger' && isAtTheDoor) {
    return (
      <Suspense fallback={<Waiting />}>
        <AuthPage key={page.name} mode={page.name === 'register' ? 'register' : 'login'} />
      </Suspense>
    )
  }
  if (session.status === 'here' && !isAtTheDoor) {
    return (
      <Suspense fallback={<Waiting />}>
        {page.name === 'verify' ? (
          <VerifyPage person={session.person} />
        ) : page.name === 'change' ? (
          <ChangePage />
        ) : (
          <Home page={page} person={session.person} />
        )}
      </Suspense>
    )
  }
  return <Waiting />
}

/** The page is here and the server is not. Whoever has no line is told so, and goes on by themselves once there is one. */
function Unreached({ error, ask }: { error: unknown; ask: () => Promise<void> }) {
  const says = useWords(uiWords)
  useEffect(() => {
    const onLine = () => void ask()
    window.addEventListener('online', onLine)
    return () => window.removeEventListener('online', onLine)
  }, [ask])
  const isOffline = error instanceof NotReached && !navigator.onLine
  return (
    <main className="mx-auto flex min-h-dvh max-w-md flex-col justify-center gap-6 px-5">
      <Mark size={40} />
      <Notice
        tone={isOffline ? 'calm' : 'rust'}
        actions={<Button onClick={() => void ask()}>{says.tryAgain}</Button>}
      >
        {isOffline ? (
          <>
            <h1 className="font-medium">{says.offline}</h1>
            <p>{says.offlineLead}</p>
          </>
        ) : (
          <TroubleText error={error} />
        )}
      </Notice>
    </main>
  )
}

/** Pages that one may open whether or not one is signed in. */
function isForAll(name: Page['name']): boolean {
  return name === 'join' || name === 'forgot' || name === 'reset' || name === 'undo'
}

/** Shown only when it takes long enough to wonder. */
function Waiting() {
  const says = useWords(frameWords)
  return (
    <div role="status" className="grid min-h-dvh place-items-center">
      <Mark size={40} className="animate-[rise_400ms_ease_300ms_both]" />
      <span className="sr-only">{says.loading}</span>
    </div>
  )
}
