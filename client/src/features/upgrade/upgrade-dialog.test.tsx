import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { SWRConfig } from 'swr'
import { afterEach, expect, test, vi } from 'vitest'
import { ApiError } from '../../api/http'
import { ToastProvider } from '../../ui/toast'
import { refusalOf } from './refused'
import UpgradeDialog from './upgrade-dialog'

const details = {
  feature: 'chats_per_day',
  used: 3,
  limit: 3,
  resetsAt: '2026-11-19T23:00:00Z',
  wouldHelp: 'pro',
}
const refusal = refusalOf(new ApiError(429, { code: 'quota_exhausted', details }, null))

function open(usages: (() => Response)[]) {
  const again = vi.fn()
  const onClose = vi.fn()
  vi.stubGlobal('fetch', async () => (usages.length > 1 ? usages.shift() : usages[0])?.())
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <ToastProvider>
        {refusal && <UpgradeDialog kept={{ ...refusal, again }} onClose={onClose} />}
      </ToastProvider>
    </SWRConfig>,
  )
  return { again, onClose }
}
const used = (count: number) => () =>
  Response.json({ usage: [{ feature: 'chats_per_day', used: count, limit: 3 }] })

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('says what ran out, when it comes back and which plan would help', () => {
  open([used(3)])
  expect(screen.getByText('No messages left for today')).toBeTruthy()
  const said = screen.getByTestId('upgrade').textContent
  expect(said).toContain('You have used all 3 messages for today. There is room again Nov')
  expect(said).toContain('The plan pro has more.')
  expect(screen.getByText('See the plans').getAttribute('href')).toBe('/settings?part=usage')
})

test('does what was refused once there is room, and not before', async () => {
  const { again, onClose } = open([used(3), used(2)])
  const press = () => userEvent.click(screen.getByText('Try again'))
  await press()
  expect(await screen.findByText('Not yet.')).toBeTruthy()
  expect(again).not.toHaveBeenCalled()
  await press()
  await waitFor(() => expect(again).toHaveBeenCalledTimes(1))
  expect(onClose).toHaveBeenCalledTimes(1)
})

test('looks by itself, and whoever comes back to the page is not kept waiting', async () => {
  const { again } = open([used(2)])
  window.dispatchEvent(new Event('focus'))
  await waitFor(() => expect(again).toHaveBeenCalledTimes(1))
  window.dispatchEvent(new Event('focus'))
  await new Promise((resolve) => setTimeout(resolve))
  expect(again).toHaveBeenCalledTimes(1)
})

test('a server that cannot be asked is no room', async () => {
  const { again } = open([() => Response.json({}, { status: 503 })])
  await userEvent.click(screen.getByText('Try again'))
  expect(await screen.findByText(/could not be asked/)).toBeTruthy()
  expect(again).not.toHaveBeenCalled()
})

test('only what a plan can mend is such a refusal', () => {
  expect(refusalOf(new ApiError(429, { code: 'too_many_requests' }, null))).toBeNull()
  expect(refusalOf(new Error('no'))).toBeNull()
  expect(refusalOf(new ApiError(402, {}, null))).toMatchObject({ feature: '', wouldHelp: null })
})
