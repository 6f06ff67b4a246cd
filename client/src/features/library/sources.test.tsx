import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { SWRConfig } from 'swr'
import { afterEach, expect, test, vi } from 'vitest'
import type { Connector, Person } from '../../api/types'
import { ToastProvider } from '../../ui/toast'
import { SourcesView } from './sources-view'

afterEach(() => vi.unstubAllGlobals())

const FEED: Connector = {
  id: 'c-1',
  kind: 'feed',
  address: 'https://example.org/feed.xml',
  name: 'Roses',
  target: 'user',
  everyMinutes: 60,
  isPaused: false,
  status: 'ok',
  error: null,
  documents: 2,
  refused: 1,
  syncedAt: '2026-11-19T05:00:00Z',
  nextAt: '2026-11-19T06:00:00Z',
  createdAt: '2026-11-18T05:00:00Z',
}
const REFUSED = [{ key: 'empty.md', error: { code: 'empty_file', message: 'The file is empty.' } }]

function show(sources: Connector[], isAdmin = false) {
  const fetched = vi.fn(async (path: string, init?: RequestInit) => {
    if (init?.method === 'DELETE') return new Response(null, { status: 204 })
    if (path === '/api/documents/connectors')
      return Response.json(init?.method === 'POST' ? sources[0] : { connectors: sources })
    if (path.startsWith('/api/documents/connectors/'))
      return Response.json({ ...sources[0], refusedItems: REFUSED })
    if (path.startsWith('/api/organizations/mine')) return Response.json({ organization: null })
    return Response.json({ personas: [] })
  })
  vi.stubGlobal('fetch', fetched)
  render(
    <SWRConfig value={{ provider: () => new Map(), dedupingInterval: 0, shouldRetryOnError: false }}>
      <ToastProvider>
        <SourcesView person={{ isAdmin } as Person} />
      </ToastProvider>
    </SWRConfig>,
  )
  return fetched
}

const asked = (fetched: ReturnType<typeof show>, method: string) =>
  fetched.mock.calls
    .filter(([, init]) => init?.method === method)
    .map(([path, init]) => [path, init?.body ? JSON.parse(String(init.body)) : null])

/** What the browser does when the button is pressed; the one of the tests knows no popovers. */
async function choose(name: string) {
  const list = await screen.findByRole('menu', { hidden: true })
  fireEvent(list, Object.assign(new Event('beforetoggle'), { newState: 'open' }))
  await userEvent.click(within(list).getByRole('menuitem', { name, hidden: true }))
}

test('folders of the server are offered to admins alone', async () => {
  show([])
  await userEvent.click(await screen.findByRole('button', { name: 'Add a source' }))
  const kinds = () =>
    within(screen.getByLabelText('What it is'))
      .getAllByRole('option', { hidden: true })
      .map((one) => one.textContent)
  expect(kinds()).toEqual(['Feed', 'Web page', 'Sitemap'])
})

test('what is added is sent as it was written, and a name that is none is left to the server', async () => {
  const fetched = show([], true)
  await userEvent.click(await screen.findByRole('button', { name: 'Add a source' }))
  await userEvent.selectOptions(screen.getByLabelText('What it is'), 'folder')
  await userEvent.type(screen.getByLabelText('Folder'), ' /srv/library ')
  await userEvent.selectOptions(screen.getByLabelText('How often'), 'every 5 minutes')
  await userEvent.click(screen.getByRole('button', { name: 'Add', hidden: true }))
  const wish = { kind: 'folder', address: '/srv/library', target: 'user', name: null, everyMinutes: 5 }
  await waitFor(() => expect(asked(fetched, 'POST')).toEqual([['/api/documents/connectors', wish]]))
})

test('how the last time went is said in words, with what was refused and why', async () => {
  show([{ ...FEED, status: 'failed', error: { code: 'no_feed', message: 'What is there is no feed.' } }])
  const row = await screen.findByTestId('source')
  expect(row.textContent).toContain('Could not be fetched. What is there is no feed.')
  expect(row.textContent).toContain('2 documents')
  await userEvent.click(screen.getByText('1 could not be brought'))
  for (const one of row.querySelectorAll('details')) one.dispatchEvent(new Event('toggle'))
  expect(await screen.findByText('The file is empty.')).toBeTruthy()
})

test('what a source brought stays when it is deleted, unless it is to go too', async () => {
  const fetched = show([FEED])
  await choose('Delete…')
  expect(screen.getByText(/stays in your documents/)).toBeTruthy()
  await userEvent.click(screen.getByLabelText('Delete the 2 documents it brought'))
  expect(screen.getByText(/is deleted, with everything/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Delete', hidden: true }))
  const gone = ['/api/documents/connectors/c-1?withDocuments=true', null]
  await waitFor(() => expect(asked(fetched, 'DELETE')).toEqual([gone]))
})

test('what comes with a persona can be paused, and neither edited nor deleted', async () => {
  const fetched = show([{ ...FEED, kind: 'pack', isPaused: true }])
  await choose('Resume')
  await waitFor(() =>
    expect(asked(fetched, 'PATCH')).toEqual([['/api/documents/connectors/c-1', { isPaused: false }]]),
  )
  expect(screen.queryByRole('menuitem', { name: 'Delete…', hidden: true })).toBeNull()
})
