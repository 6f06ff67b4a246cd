import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { SWRConfig } from 'swr'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { ToastProvider } from '../../ui/toast'
import { SignIns } from './sign-ins'
import { inWords } from './user-agent'

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1'
const EDGE =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0'

const times = {
  createdAt: '2026-11-01T10:00:00Z',
  lastSeenAt: '2026-11-15T10:00:00Z',
  expiresAt: '2026-12-01T10:00:00Z',
}
const here = { id: 's-1', userAgent: FIREFOX, isCurrent: true, ...times }
const phone = { id: 's-2', userAgent: IPHONE, isCurrent: false, ...times }

afterEach(() => vi.unstubAllGlobals())

function show(answer: (path: string, init?: RequestInit) => Response) {
  const fetched = vi.fn(async (path: string, init?: RequestInit) => answer(path, init))
  vi.stubGlobal('fetch', fetched)
  render(
    <SWRConfig value={{ provider: () => new Map(), dedupingInterval: 0, shouldRetryOnError: false }}>
      <ToastProvider>
        <SignIns />
      </ToastProvider>
    </SWRConfig>,
  )
  return fetched
}

describe('the list of sign-ins', () => {
  test('names every device, says which one this is, and puts out only the others', async () => {
    const signedIn = [here, phone]
    const fetched = show((_, init) => {
      if (init?.method !== 'DELETE') return Response.json({ signIns: signedIn })
      signedIn.pop()
      return new Response(null, { status: 204 })
    })
    const [first, second] = await screen.findAllByRole('listitem')
    expect(first?.textContent).toContain('Firefox on Linux')
    expect(first?.textContent).toContain('This one')
    expect(within(first as HTMLElement).queryByRole('button')).toBeNull()
    await userEvent.click(
      within(second as HTMLElement).getByRole('button', { name: /sign out safari on iphone/i }),
    )
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1))
    const ended = fetched.mock.calls.filter(([, init]) => init?.method === 'DELETE')
    expect(ended.map(([path]) => path)).toEqual(['/api/auth/sign-ins/s-2'])
  })

  test('that cannot be read says so and can be asked for again', async () => {
    show(() => Response.json({ error: { code: 'x', message: 'The database is away.' } }, { status: 503 }))
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy()
  })
})

test.each([
  [FIREFOX, 'Firefox on Linux'],
  [IPHONE, 'Safari on iPhone'],
  [EDGE, 'Edge on Windows'],
  ['curl/8.5', 'curl/8.5'],
  ['', 'Unknown device'],
])('%s is %s', (userAgent, words) => {
  expect(inWords(userAgent)).toBe(words)
})
