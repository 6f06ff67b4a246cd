import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import { SWRConfig } from 'swr'
import { AuthPage } from './features/auth/auth-page'
import { loginPath, readReturnTo } from './features/auth/return-to'
import { SessionProvider, useSession } from './features/auth/session'
import { takeTokenFromAddress } from './features/email/token'
import { takeFromAddress } from './features/join/code'
import { loadLate } from './load-late'
import { navigate, type Page, readPage, usePath } from './router'
import { Button } from './ui/button'
import { Mark } from './ui/mark'
import { Notice, TroubleText } from './ui/notice'
import { ToastProvider } from './ui/toast'

// Before anything else: a code in the address must not stay there.
takeFromAddress()
takeTokenFromAddress()

// Signing in needs none of the reading and writing, so it does not wait for it.
const loadHome = () => loadLate(() => import('./home'))
const Home = lazy(loadHome)
const JoinPage = lazy(() => loadLate(() => import('./features/join/join-page')))
const ForgotPage = lazy(() => loadLate(() => import('./features/email/forgot-page')))
const ResetPage = lazy(() => loadLate(() => import('./features/email/reset-page')))
const VerifyPage = lazy(() => loadLate(() => import('./features/email/verify-page')))
const ChangePage = lazy(() => loadLate(() => import('./features/email/change-page')))
const UndoPage = lazy(() => loadLate(() => import('./features/email/undo-page')))
if (!/^\/(login|register|join|forgot|reset|verify|change|undo)/.test(location.pathname))
  void loadHome().catch(() => {})

export function App() {
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
    return (
      <main className="mx-auto flex min-h-dvh max-w-md flex-col justify-center gap-6 px-5">
        <Mark size={40} />
        <Notice tone="rust" actions={<Button onClick={() => void ask()}>Try again</Button>}>
          <TroubleText error={session.error} />
        </Notice>
      </main>
    )
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
    return <AuthPage key={page.name} mode={page.name === 'register' ? 'register' : 'login'} />
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

/** Pages that one may open whether or not one is signed in. */
function isForAll(name: Page['name']): boolean {
  return name === 'join' || name === 'forgot' || name === 'reset' || name === 'undo'
}

/** Shown only when it takes long enough to wonder. */
function Waiting() {
  return (
    <div role="status" className="grid min-h-dvh place-items-center">
      <Mark size={40} className="animate-[rise_400ms_ease_300ms_both]" />
      <span className="sr-only">Loading</span>
    </div>
  )
}
