import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { SWRConfig } from 'swr'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { ToastProvider } from '../../ui/toast'
import { SecondFactor } from './second-factor'
import { SecondStep } from './second-step'

afterEach(() => vi.unstubAllGlobals())

type Answer = (path: string, init?: RequestInit) => Response

function show(part: React.ReactNode, answer: Answer) {
  const fetched = vi.fn(async (path: string, init?: RequestInit) => answer(path, init))
  vi.stubGlobal('fetch', fetched)
  render(
    <SWRConfig value={{ provider: () => new Map(), dedupingInterval: 0, shouldRetryOnError: false }}>
      <ToastProvider>{part}</ToastProvider>
    </SWRConfig>,
  )
  return fetched
}

function refused(status: number, code: string, message = 'No.'): Response {
  return Response.json({ error: { code, message } }, { status })
}

function bodies(fetched: ReturnType<typeof show>, path: string) {
  return fetched.mock.calls
    .filter(([asked, init]) => asked === path && init?.method === 'POST')
    .map(([, init]) => (init?.body ? JSON.parse(String(init.body)) : null))
}

const NONE = { appSince: null, passkeys: [], mayAddPasskeys: false, recoveryCodesLeft: 0 }
const SET = { ...NONE, appSince: '2026-11-01T10:00:00Z', recoveryCodesLeft: 1 }

describe('the second factor in the settings', () => {
  test('says that none is set, and asks who one is before it shows a secret', async () => {
    let isFresh = false
    const fetched = show(<SecondFactor />, (path, init) => {
      if (path === '/api/auth/second-factor') return Response.json(NONE)
      if (path === '/api/auth/confirm' && init?.method === 'POST') {
        isFresh = true
        return new Response(null, { status: 204 })
      }
      if (path === '/api/auth/confirm') return Response.json({ ways: ['password'], expiresAt: null })
      if (!isFresh) return refused(403, 'fresh_sign_in_required')
      return Response.json({ secret: 'ABCDEFGH', uri: 'otpauth://', qr: { size: 29, path: 'M4 4h7v1h-7z' } })
    })
    expect(await screen.findByTestId('no-factor')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Set up authenticator app' }))
    await userEvent.type(await screen.findByLabelText('Password'), 'correct horse')
    await userEvent.click(screen.getByRole('button', { name: 'Confirm', hidden: true }))
    expect((await screen.findByTestId('app-secret')).textContent).toBe('ABCD EFGH')
    expect(bodies(fetched, '/api/auth/confirm')).toEqual([{ password: 'correct horse' }])
  })

  test('shows new recovery codes once', async () => {
    show(<SecondFactor />, (path) =>
      path.endsWith('/recovery-codes')
        ? Response.json({ recoveryCodes: ['AAAAA-BBBBB-CCCCC'] }, { status: 201 })
        : Response.json(SET),
    )
    expect(await screen.findByText('One left')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Make new recovery codes' }))
    expect(await screen.findByText('AAAAA-BBBBB-CCCCC')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'I’ve saved them' }))
    expect(screen.queryByText('AAAAA-BBBBB-CCCCC')).toBeNull()
  })

  test('that cannot be read says so and can be asked for again', async () => {
    show(<SecondFactor />, () => refused(503, 'x', 'The database is away.'))
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy()
  })
})

describe('the second step of signing in', () => {
  const asked = { ways: ['code' as const, 'recovery_code' as const], expiresAt: null, passkeyOptions: null }

  test('tells a wrong code from a right one', async () => {
    const onPassed = vi.fn(async () => {})
    const fetched = show(<SecondStep asked={asked} onPassed={onPassed} onBack={() => {}} />, (_, init) => {
      if (init?.method !== 'POST') return Response.json(asked)
      const isRight = String(init.body).includes('123456')
      return isRight ? Response.json({ id: 'p-1' }) : refused(403, 'wrong_second_factor', 'Not right.')
    })
    await userEvent.type(await screen.findByLabelText('Code'), '000000')
    await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
    expect((await screen.findByTestId('refusal')).textContent).toBe('Not right.')
    expect(onPassed).not.toHaveBeenCalled()
    await userEvent.clear(screen.getByLabelText('Code'))
    await userEvent.type(screen.getByLabelText('Code'), '123456')
    await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
    await waitFor(() => expect(onPassed).toHaveBeenCalledOnce())
    expect(bodies(fetched, '/api/auth/login/step')).toEqual([{ code: '000000' }, { code: '123456' }])
  })

  test('takes a recovery code instead', async () => {
    const fetched = show(<SecondStep asked={asked} onPassed={async () => {}} onBack={() => {}} />, () =>
      Response.json(asked),
    )
    await userEvent.click(await screen.findByRole('button', { name: 'Use a recovery code' }))
    await userEvent.type(screen.getByLabelText('Recovery code'), 'abcde-fghjk-mnpqr')
    await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
    await waitFor(() =>
      expect(bodies(fetched, '/api/auth/login/step')).toEqual([{ recoveryCode: 'abcde-fghjk-mnpqr' }]),
    )
  })

  test('that is over leads back to the beginning', async () => {
    const onBack = vi.fn()
    show(<SecondStep onPassed={async () => {}} onBack={onBack} />, () => refused(404, 'no_second_step'))
    await userEvent.click(await screen.findByRole('button', { name: 'Sign in again' }))
    expect(onBack).toHaveBeenCalledOnce()
  })
})
