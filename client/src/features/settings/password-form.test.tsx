import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { SWRConfig } from 'swr'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { ToastProvider } from '../../ui/toast'
import { PasswordForm } from './password-form'
import { SignIns } from './sign-ins'

const times = {
  createdAt: '2026-11-01T10:00:00Z',
  lastSeenAt: '2026-11-15T10:00:00Z',
  expiresAt: '2026-12-01T10:00:00Z',
}
const here = { id: 's-1', userAgent: 'curl/8.5', isCurrent: true, ...times }
const elsewhere = { id: 's-2', userAgent: 'wget/1.21', isCurrent: false, ...times }

afterEach(() => vi.unstubAllGlobals())

function show(answer: (path: string, init?: RequestInit) => Response) {
  const fetched = vi.fn(async (path: string, init?: RequestInit) => answer(path, init))
  vi.stubGlobal('fetch', fetched)
  render(
    <SWRConfig value={{ provider: () => new Map(), dedupingInterval: 0, shouldRetryOnError: false }}>
      <ToastProvider>
        <PasswordForm email="ada@example.org" />
        <SignIns />
      </ToastProvider>
    </SWRConfig>,
  )
  return fetched
}

async function change(offer?: RegExp) {
  await userEvent.type(screen.getByLabelText('Current password'), 'the old one')
  await userEvent.type(screen.getByLabelText('New password'), 'a better sentence')
  if (offer) await userEvent.click(screen.getByRole('checkbox', { name: offer }))
  await userEvent.click(screen.getByRole('button', { name: 'Change password' }))
}

describe('a new password', () => {
  test.each([
    ['stay', undefined, false],
    ['end where that is asked for', /revoke all api keys too/i, true],
  ])('and API keys: they %s', async (_, offer, revokesKeys) => {
    const fetched = show((_path, init) =>
      init?.method === 'POST' ? new Response(null, { status: 204 }) : Response.json({ signIns: [here] }),
    )
    await change(offer)
    await screen.findByText('Your password is changed.')
    const sent = fetched.mock.calls.find(([path]) => path === '/api/auth/password')?.[1]
    expect(JSON.parse(String(sent?.body))).toEqual({
      currentPassword: 'the old one',
      newPassword: 'a better sentence',
      revokesKeys,
    })
  })

  test('signs the others out, and the list of them says so at once', async () => {
    let signIns = [here, elsewhere]
    show((_, init) => {
      if (init?.method !== 'POST') return Response.json({ signIns })
      signIns = [here]
      return new Response(null, { status: 204 })
    })
    expect(await screen.findAllByRole('listitem')).toHaveLength(2)
    await change()
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1))
    expect(within(screen.getByRole('listitem')).getByText(/this one/i)).toBeTruthy()
  })

  test('that is asked for with a wrong one changes nothing and says why', async () => {
    show((_, init) =>
      init?.method === 'POST'
        ? Response.json({ error: { code: 'wrong_password', message: 'No.' } }, { status: 403 })
        : Response.json({ signIns: [here] }),
    )
    await change()
    expect(await screen.findByText(/not your current password/)).toBeTruthy()
    expect(screen.queryByText('Your password is changed.')).toBeNull()
  })
})
