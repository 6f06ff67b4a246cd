import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { SWRConfig } from 'swr'
import { afterEach, expect, test, vi } from 'vitest'
import type { Organization } from '../../api/types'
import { ToastProvider } from '../../ui/toast'
import { SecondFactorBanner } from './banner/second-factor-banner'
import { AskForSecondFactor } from './kept-out'
import OrganizationPart from './organization-part'
import { RenameForm } from './rename-form'

const ACME: Organization = {
  id: 'o-1',
  name: 'Acme',
  plan: 'business',
  role: 'admin',
  permissions: ['org.edit'],
  inviteRoles: [],
  seats: { count: 5, used: 3, pendingRemoval: null },
  secondFactor: {
    since: '2026-11-01T08:00:00Z',
    graceDays: 0,
    deadline: '2026-11-01T08:00:00Z',
    isKeptOut: true,
  },
  createdAt: '2026-10-01T08:00:00Z',
}
const QR = { size: 21, path: 'M0 0h1v1H0z' }

afterEach(() => vi.unstubAllGlobals())

/** A house in which an app is set with the code 123456. */
function house(part: ReactNode) {
  const asked: string[] = []
  let isSet = false
  vi.stubGlobal(
    'fetch',
    vi.fn(async (path: string, init?: RequestInit) => {
      asked.push(`${init?.method ?? 'GET'} ${path}`)
      if (path === '/api/auth/second-factor/app') return Response.json({ secret: 'ABCD', uri: 'x', qr: QR })
      if (path === '/api/auth/second-factor/app/confirm') {
        isSet = true
        return Response.json({ recoveryCodes: ['AAAAA-BBBBB-CCCCC'] })
      }
      if (path === '/api/auth/second-factor') {
        const appSince = isSet ? '2026-11-20T08:00:00Z' : null
        return Response.json({
          appSince,
          passkeys: [],
          mayAddPasskeys: false,
          recoveryCodesLeft: isSet ? 10 : 0,
        })
      }
      if (path === '/api/organizations/mine') {
        const secondFactor = { ...ACME.secondFactor, ...(isSet ? { deadline: null, isKeptOut: false } : {}) }
        return Response.json({ organization: { ...ACME, secondFactor } })
      }
      if (path === '/api/organizations/o-1' && init?.method === 'PATCH') {
        return isSet
          ? Response.json(ACME)
          : Response.json({ error: { code: 'second_factor_required', message: 'No.' } }, { status: 403 })
      }
      return Response.json({ members: [], invites: [], events: [], providers: [], nextCursor: null })
    }),
  )
  render(
    <SWRConfig value={{ provider: () => new Map(), dedupingInterval: 0, shouldRetryOnError: false }}>
      <ToastProvider>{part}</ToastProvider>
    </SWRConfig>,
  )
  return asked
}

async function setApp() {
  await userEvent.click(await screen.findByRole('button', { name: 'Set up authenticator app', hidden: true }))
  await userEvent.type(await screen.findByLabelText('Code from the app'), '123456')
  await userEvent.click(screen.getByRole('button', { name: 'Turn it on', hidden: true }))
}

test('whoever is kept out sets one in the place of the page, keeps the codes, and is in', async () => {
  house(<OrganizationPart />)
  expect((await screen.findByTestId('kept-out')).textContent).toContain('Acme asks its members')
  expect(screen.getByRole('button', { name: 'Leave Acme' })).toBeTruthy()
  await setApp()
  // The codes are shown once: the page that opens now must not take them away.
  await screen.findByText('AAAAA-BBBBB-CCCCC')
  expect(screen.getByTestId('kept-out')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'I’ve saved them' }))
  await waitFor(() => expect(screen.queryByTestId('kept-out')).toBeNull())
  await screen.findByRole('heading', { name: 'Members' })
})

test('a refusal offers to set one, and what was wanted is done after it', async () => {
  const asked = house(
    <AskForSecondFactor>
      <RenameForm organization={ACME} />
    </AskForSecondFactor>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Rename' }))
  await userEvent.clear(screen.getByLabelText('New name'))
  await userEvent.type(screen.getByLabelText('New name'), 'Globex')
  await userEvent.click(screen.getByRole('button', { name: 'Save name' }))
  const goOn = await screen.findByRole('button', { name: 'Go on', hidden: true })
  expect((goOn as HTMLButtonElement).disabled).toBe(true)
  await setApp()
  await userEvent.click(await screen.findByRole('button', { name: 'I’ve saved them', hidden: true }))
  await waitFor(() => expect((goOn as HTMLButtonElement).disabled).toBe(false))
  await userEvent.click(goOn)
  await screen.findByText('The organization is renamed.')
  expect(asked.filter((one) => one === 'PATCH /api/organizations/o-1')).toHaveLength(2)
})

test('whoever does not want to set one now is told nothing more', async () => {
  const asked = house(
    <AskForSecondFactor>
      <RenameForm organization={ACME} />
    </AskForSecondFactor>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Rename' }))
  await userEvent.type(screen.getByLabelText('New name'), ' & Co')
  await userEvent.click(screen.getByRole('button', { name: 'Save name' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Not now', hidden: true }))
  await waitFor(() => expect(screen.queryByText('A second factor is asked for')).toBeNull())
  expect(asked.filter((one) => one === 'PATCH /api/organizations/o-1')).toHaveLength(1)
  expect((screen.getByLabelText('New name') as HTMLInputElement).value).toBe('Acme & Co')
})

test('the line above every page tells it, and goes with the factor', async () => {
  history.replaceState(null, '', '/')
  house(<SecondFactorBanner />)
  expect((await screen.findByTestId('second-factor-banner')).textContent).toContain('are closed to you')
})
