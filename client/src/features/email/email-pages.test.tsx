import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { SWRConfig } from 'swr'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Person } from '../../api/types'
import { ToastProvider } from '../../ui/toast'
import { SessionProvider } from '../auth/session'
import AddressPart from './address-part'
import { AddressBanner } from './banner/address-banner'
import ChangePage from './change-page'
import { forgetToken, keepToken } from './token'
import UndoPage from './undo-page'
import VerifyPage from './verify-page'

const TOKEN = `${'aB3-_'.repeat(8)}xyz`
const ADA: Person = {
  id: 'p-1',
  type: 'regular',
  email: 'ada@example.org',
  emailState: 'waiting',
  name: 'Ada',
  picture: null,
  tenantId: 'default',
  isAdmin: false,
}
const WAYS = {
  providers: [],
  hasAccounts: true,
  registration: 'open',
  needsSetupCode: false,
  sendsMail: true,
}

type Answers = Record<string, (body: Record<string, unknown>) => Response>

beforeEach(() => history.replaceState(null, '', '/settings'))
afterEach(() => {
  for (const purpose of ['verify', 'change', 'undo'] as const) forgetToken(purpose)
  vi.unstubAllGlobals()
})

function refused(status: number, code: string, message = 'No.') {
  return Response.json({ error: { code, message } }, { status })
}

function show(page: ReactNode, answers: Answers) {
  const asked: string[] = []
  vi.stubGlobal(
    'fetch',
    vi.fn(async (path: string, init?: RequestInit) => {
      const name = `${init?.method ?? 'GET'} ${path}`
      asked.push(name)
      const answer = answers[name]
      if (answer) return answer(init?.body ? JSON.parse(String(init.body)) : {})
      return path === '/api/auth/providers' ? Response.json(WAYS) : Response.json({ ...ADA, change: null })
    }),
  )
  render(
    <SWRConfig value={{ provider: () => new Map(), dedupingInterval: 0, shouldRetryOnError: false }}>
      <ToastProvider>
        <SessionProvider>{page}</SessionProvider>
      </ToastProvider>
    </SWRConfig>,
  )
  return asked
}

test('the banner sends the link again, and says how long to wait', async () => {
  let times = 0
  show(<AddressBanner email="ada@example.org" />, {
    'POST /api/auth/email/verify/send': () => {
      times += 1
      return times === 1
        ? new Response(null, { status: 202 })
        : refused(429, 'too_many_requests', 'Too often.')
    },
  })
  await userEvent.click(screen.getByRole('button', { name: 'Send it again' }))
  await screen.findByText(/A link is on its way to ada@example.org/)
  await userEvent.click(screen.getByRole('button', { name: 'Send it again' }))
  await screen.findByText(/Too often/)
})

test('a link is followed as soon as it is opened, once', async () => {
  keepToken('verify', TOKEN)
  const asked = show(<VerifyPage person={ADA} />, {
    'POST /api/auth/email/verify': (body) => {
      expect(body).toEqual({ token: TOKEN })
      return Response.json({ ...ADA, emailState: 'verified' })
    },
  })
  await screen.findByRole('heading', { name: 'Your address is confirmed' })
  expect(asked.filter((one) => one === 'POST /api/auth/email/verify')).toHaveLength(1)
})

test('a link that is dead offers a new one, and says who is signed in', async () => {
  keepToken('verify', TOKEN)
  show(<VerifyPage person={ADA} />, { 'POST /api/auth/email/verify': () => refused(404, 'dead_link') })
  await screen.findByRole('heading', { name: 'This link no longer works' })
  expect(screen.getByTestId('dead-link').textContent).toContain('ada@example.org')
  expect(screen.getByRole('button', { name: 'Send a new link' })).toBeTruthy()
})

test('a used link of an address that is confirmed says so', async () => {
  show(<VerifyPage person={{ ...ADA, emailState: 'verified' }} />, {})
  await screen.findByRole('heading', { name: 'Your address is confirmed' })
})

test('what failed on the way can be tried again with the same link', async () => {
  keepToken('change', TOKEN)
  let times = 0
  show(<ChangePage />, {
    'POST /api/auth/email/change/finish': () => {
      times += 1
      return times === 1
        ? refused(503, 'unavailable', 'Away.')
        : Response.json({ ...ADA, email: 'new@example.org' })
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  await screen.findByText('From now on you sign in with new@example.org.')
})

test('an address that somebody has by now is told to whoever reads its mail', async () => {
  keepToken('change', TOKEN)
  show(<ChangePage />, { 'POST /api/auth/email/change/finish': () => refused(409, 'email_taken') })
  expect((await screen.findByTestId('change-error')).textContent).toContain(
    'Another account has this address',
  )
})

test('the account is taken back with a new password', async () => {
  keepToken('undo', TOKEN)
  const sent: unknown[] = []
  show(<UndoPage />, {
    'POST /api/auth/email/undo/look': () => Response.json({ email: 'ada@example.org', takesPassword: true }),
    'POST /api/auth/email/undo': (body) => {
      sent.push(body)
      return new Response(null, { status: 204 })
    },
  })
  await userEvent.type(await screen.findByLabelText('New password'), 'another horse entirely')
  await userEvent.click(screen.getByRole('button', { name: 'Take it back' }))
  await waitFor(() => expect(sent).toEqual([{ token: TOKEN, newPassword: 'another horse entirely' }]))
  await screen.findByText(/has the address ada@example.org again/)
})

test('a change that is under way is told, and can be given up', async () => {
  let change: object | null = { email: 'new@example.org', expiresAt: '2026-11-21T08:00:00Z' }
  show(<AddressPart person={ADA} />, {
    'GET /api/auth/email/change': () => Response.json({ change }),
    'DELETE /api/auth/email/change': () => {
      change = null
      return new Response(null, { status: 204 })
    },
  })
  expect((await screen.findByTestId('address-state')).textContent).toBe('Not confirmed yet')
  expect((await screen.findByTestId('pending-change')).textContent).toContain('new@example.org')
  await userEvent.click(screen.getByRole('button', { name: 'Keep the old one' }))
  await waitFor(() => expect(screen.queryByTestId('pending-change')).toBeNull())
})

test('where no mail is sent, nothing is offered that takes one', async () => {
  show(<AddressPart person={{ ...ADA, emailState: 'unverified' }} />, {
    'GET /api/auth/providers': () => Response.json({ ...WAYS, sendsMail: false }),
  })
  await screen.findByText(/installation sends no email/)
  expect(screen.queryByRole('button', { name: 'Change address' })).toBeNull()
  expect(screen.queryByTestId('address-state')).toBeNull()
})
