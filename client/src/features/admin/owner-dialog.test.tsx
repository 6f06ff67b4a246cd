import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { admin } from '../../api/admin'
import type { AdminOrganization, UserEntry, UserList } from '../../api/types'
import { OwnerDialog } from './owner-dialog'

const acme = { id: 'o1', name: 'Acme', hasOwner: false } as AdminOrganization
const user = (id: string, name: string, suspendedAt: string | null) =>
  ({ id, name, email: `${id}@example.org`, suspendedAt }) as UserEntry

afterEach(() => vi.restoreAllMocks())

test('a member who is not suspended is made an owner', async () => {
  const members = [user('bob', 'Bob', '2026-11-18T00:00:00Z'), user('cyd', 'Cyd', null)]
  vi.spyOn(admin, 'usersOf').mockResolvedValue({ users: members, nextCursor: null } as UserList)
  const appoint = vi.spyOn(admin, 'appointOwner').mockResolvedValue(acme)
  const again = vi.fn().mockResolvedValue(undefined)
  render(<OwnerDialog organization={acme} onAppointed={again} onClose={() => {}} />)
  await userEvent.selectOptions(await screen.findByLabelText('Member'), await screen.findByText(/Cyd/))
  expect(screen.queryByText(/Bob/)).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Make owner', hidden: true }))
  await waitFor(() => expect(again).toHaveBeenCalledOnce())
  expect(appoint).toHaveBeenCalledWith('o1', 'cyd')
})
