import { render, screen, waitFor } from '@testing-library/react'
import { SWRConfig } from 'swr'
import { afterEach, expect, test, vi } from 'vitest'
import { useChatQuota } from './use-usage'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const entry = { feature: 'chats_per_day', used: 18, limit: 20, resetsAt: '2026-11-17T00:00:00Z', period: '' }

function Left() {
  const { entry: few } = useChatQuota()
  return <p>{few ? `${few.used} of ${few.limit}` : 'enough'}</p>
}

test('who lives elsewhere than the server tells it once, and the count stays whole', async () => {
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({
    timeZone: 'Europe/Berlin',
  } as Intl.ResolvedDateTimeFormatOptions)
  let zone = 'UTC'
  let asked = 0
  const told: unknown[] = []
  vi.stubGlobal('fetch', async (_path: string, init?: RequestInit) => {
    if (init?.method === 'PUT') {
      told.push(JSON.parse(String(init.body)))
      zone = 'Europe/Berlin'
      return Response.json({ timeZone: zone, holdsFrom: null })
    }
    asked += 1
    return Response.json({ plan: 'free', timeZone: zone, usage: [entry] })
  })
  const first = render(
    <SWRConfig value={{ provider: () => new Map(), shouldRetryOnError: false }}>
      <Left />
    </SWRConfig>,
  )
  await screen.findByText('18 of 20')
  await waitFor(() => expect(asked).toBe(2))
  expect(told).toEqual([{ timeZone: 'Europe/Berlin' }])
  expect(screen.getByText('18 of 20')).toBeTruthy()

  // Whoever signs in next at this page lives there too, and the server does not know it of them.
  first.unmount()
  zone = 'UTC'
  render(
    <SWRConfig value={{ provider: () => new Map(), shouldRetryOnError: false }}>
      <Left />
    </SWRConfig>,
  )
  await waitFor(() => expect(told).toHaveLength(2))
})

test('whoever leaves before the server has heard of the zone leaves nothing broken behind', async () => {
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({
    timeZone: 'Asia/Tokyo',
  } as Intl.ResolvedDateTimeFormatOptions)
  let answer: (response: Response) => void = () => {}
  let isTold = false
  vi.stubGlobal('fetch', async (_path: string, init?: RequestInit) => {
    if (init?.method !== 'PUT') return Response.json({ plan: 'free', timeZone: 'UTC', usage: [entry] })
    isTold = true
    return new Promise<Response>((resolve) => {
      answer = resolve
    })
  })
  const lost = vi.fn()
  process.on('unhandledRejection', lost)
  const { unmount } = render(
    <SWRConfig value={{ provider: () => new Map(), shouldRetryOnError: false }}>
      <Left />
    </SWRConfig>,
  )
  await waitFor(() => expect(isTold).toBe(true))
  unmount()
  answer(Response.json({ timeZone: 'Asia/Tokyo', holdsFrom: null }))
  await new Promise((resolve) => setTimeout(resolve, 50))
  process.off('unhandledRejection', lost)
  expect(lost).not.toHaveBeenCalled()
})
