import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { SWRConfig } from 'swr'
import { afterEach, expect, test, vi } from 'vitest'
import { organizationKeys } from '../../api/endpoints'
import type { Organization, OrganizationKey } from '../../api/types'
import { ToastProvider } from '../../ui/toast'
import { OrganizationKeys } from './organization-keys'

const harbour = { id: 'o-1', name: 'Harbour Works' } as Organization
const key = (id: string, name: string, isYours: boolean): OrganizationKey => ({
  id,
  name,
  prefix: 'hf_abcdefgh',
  scopes: ['chat:read'],
  createdAt: '2026-11-16T08:00:00Z',
  lastUsedAt: null,
  lastPlace: null,
  expiresAt: null,
  minuteLimit: null,
  dayLimit: null,
  models: [],
  networks: [],
  spendLimitUsd: null,
  spentUsd: 0,
  previousUntil: null,
  madeBy: { id: 'u-1', name: 'Bea' },
  isYours,
  isResting: false,
})

afterEach(() => vi.restoreAllMocks())

function show() {
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <ToastProvider>
        <OrganizationKeys organization={harbour} />
      </ToastProvider>
    </SWRConfig>,
  )
}

test('a key says as whom it acts, and is revoked after a question', async () => {
  const keys = [key('k-1', 'Shop bot', false), key('k-2', 'Backup', true)]
  vi.spyOn(organizationKeys, 'list').mockResolvedValue(keys)
  const revoke = vi.spyOn(organizationKeys, 'revoke').mockResolvedValue(undefined)
  show()
  expect(await screen.findByText(/chats \(read only\) · never used · acts as Bea/)).toBeDefined()
  expect(screen.getByText(/acts as you/)).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Revoke Shop bot' }))
  await userEvent.click(screen.getByRole('button', { name: 'Revoke', hidden: true }))
  await waitFor(() => expect(revoke).toHaveBeenCalledWith('o-1', 'k-1'))
})

test('a key whose maker lacks the second factor that is asked for says that it rests', async () => {
  const resting = { ...key('k-1', 'Shop bot', false), isResting: true }
  vi.spyOn(organizationKeys, 'list').mockResolvedValue([resting])
  show()
  expect(await screen.findByText(/rests until Bea has a second factor/)).toBeDefined()
  expect(screen.queryByText(/acts as/)).toBeNull()
})

test('a new key is made for the organization, and shown this once', async () => {
  vi.spyOn(organizationKeys, 'list').mockResolvedValue([])
  const made = { ...key('k-3', 'Importer', true), key: 'hf_shown-this-once' }
  const create = vi.spyOn(organizationKeys, 'create').mockResolvedValue(made)
  show()
  await userEvent.type(await screen.findByLabelText('Name of the key'), 'Importer')
  await userEvent.selectOptions(screen.getByLabelText('Lasts'), 'No end')
  await userEvent.click(screen.getByRole('button', { name: 'Create key' }))
  expect((await screen.findByTestId('fresh-key')).textContent).toBe('hf_shown-this-once')
  expect(create).toHaveBeenCalledWith(
    'o-1',
    expect.objectContaining({ name: 'Importer', scopes: ['chat'], expiresAt: null }),
  )
})
