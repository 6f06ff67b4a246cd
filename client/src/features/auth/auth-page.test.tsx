import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { SWRConfig } from 'swr'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ToastProvider } from '../../ui/toast'
import { forgetCode, keepCode } from '../join/code'
import { AuthPage } from './auth-page'
import { SessionProvider } from './session'

const OPEN = { providers: [], hasAccounts: true, registration: 'open', needsSetupCode: false }

beforeEach(() => history.replaceState(null, '', '/register'))
afterEach(() => {
  forgetCode()
  vi.unstubAllGlobals()
})

function show(ways: object, mode: 'login' | 'register' = 'register') {
  const fetched = vi.fn(async (path: string, _?: RequestInit) => {
    if (path === '/api/auth/providers') return Response.json({ ...OPEN, ...ways })
    if (path === '/api/auth/register') return Response.json({ id: 'p-1' }, { status: 201 })
    return Response.json({ error: { code: 'not_signed_in', message: 'Sign in first.' } }, { status: 401 })
  })
  vi.stubGlobal('fetch', fetched)
  render(
    <SWRConfig value={{ provider: () => new Map(), dedupingInterval: 0, shouldRetryOnError: false }}>
      <ToastProvider>
        <SessionProvider>
          <AuthPage mode={mode} />
        </SessionProvider>
      </ToastProvider>
    </SWRConfig>,
  )
  return fetched
}

function sent(fetched: ReturnType<typeof show>) {
  const [, init] = fetched.mock.calls.find(([path]) => path === '/api/auth/register') ?? []
  return init ? JSON.parse(String(init.body)) : null
}

describe('the page for a new account', () => {
  test('says that registration is closed, and whom to ask', async () => {
    show({ registration: 'closed' })
    expect((await screen.findByTestId('registration-closed')).textContent).toMatch(/closed.*ask the person/i)
    expect(screen.queryByRole('button', { name: 'Create account' })).toBeNull()
  })

  test('asks for the code of the first account where others can reach the place', async () => {
    const fetched = show({ hasAccounts: false, registration: 'closed', needsSetupCode: true })
    await userEvent.type(await screen.findByLabelText('Code'), 'abcde-23456')
    await userEvent.type(screen.getByLabelText('Email'), 'ada@example.org')
    await userEvent.type(screen.getByLabelText('Password'), 'correct horse')
    await userEvent.click(screen.getByRole('button', { name: 'Create account' }))
    await waitFor(() => expect(sent(fetched)?.code).toBe('abcde-23456'))
  })

  test('has the code of an invitation that a link brought', async () => {
    keepCode('ABCDE23456')
    show({ registration: 'invite' })
    expect(((await screen.findByLabelText('Invitation code')) as HTMLInputElement).value).toBe('ABCDE23456')
  })

  test('asks for no code where anybody may come', async () => {
    const fetched = show({})
    await waitFor(() => expect(fetched).toHaveBeenCalledWith('/api/auth/providers', expect.anything()))
    expect(screen.queryByLabelText(/code/i)).toBeNull()
    expect(screen.getByRole('button', { name: 'Create account' })).toBeTruthy()
  })
})

test('the page for signing in offers no account where none is made', async () => {
  show({ registration: 'closed' }, 'login')
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Create an account' })).toBeNull())
})
