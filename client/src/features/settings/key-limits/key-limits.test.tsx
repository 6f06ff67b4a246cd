import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { ApiKey, NewApiKey } from '../../../api/types'
import { NewKeyForm } from '../new-key-form'
import { limitsOf } from '.'

test('a key is asked for with the limits that were filled in, and without the others', async () => {
  const create = vi.fn().mockResolvedValue({} as NewApiKey)
  render(<NewKeyForm create={create} onMade={() => undefined} />)
  await userEvent.type(screen.getByLabelText('Name of the key'), 'Support desk')
  await userEvent.click(screen.getByText('Limits'))
  await userEvent.type(screen.getByLabelText('Requests a minute'), '60')
  await userEvent.type(screen.getByLabelText('US dollars a month'), '2.5')
  await userEvent.type(screen.getByLabelText('Only these models'), 'sophie, assistant')
  await userEvent.click(screen.getByRole('button', { name: 'Create key' }))
  expect(create).toHaveBeenCalledWith(
    expect.objectContaining({
      name: 'Support desk',
      scopes: ['chat'],
      minuteLimit: 60,
      dayLimit: null,
      spendLimitUsd: 2.5,
      models: ['sophie', 'assistant'],
      networks: [],
    }),
  )
})

test('a list tells what a key is held to', () => {
  const key = { minuteLimit: 60, dayLimit: null, spendLimitUsd: 5, spentUsd: 1.2, models: ['sophie'] }
  const told = limitsOf({ ...key, networks: [], lastPlace: '127.0.0.1' } as unknown as ApiKey)
  expect(told.filter(Boolean)).toEqual([
    '60 requests a minute',
    '$1.20 of $5.00 this month',
    'sophie',
    'from 127.0.0.1',
  ])
})
