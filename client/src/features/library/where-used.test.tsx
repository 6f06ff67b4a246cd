import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { SWRConfig } from 'swr'
import { afterEach, expect, test, vi } from 'vitest'
import type { DocumentUse } from '../../api/types'
import { WhereUsed } from './where-used'

afterEach(() => vi.unstubAllGlobals())

const use = (messageId: string, more: Partial<DocumentUse> = {}): DocumentUse => ({
  chatId: 'c-1',
  chatTitle: 'Holidays',
  messageId,
  at: '2026-11-19T05:00:00Z',
  cited: true,
  ...more,
})

function show(pages: Record<string, { items: DocumentUse[]; next: string | null }>) {
  vi.stubGlobal('fetch', async (path: string) =>
    Response.json(pages[new URL(path, location.origin).searchParams.get('cursor') ?? '']),
  )
  render(
    <SWRConfig value={{ provider: () => new Map(), dedupingInterval: 0, shouldRetryOnError: false }}>
      <WhereUsed documentId="d-1" />
    </SWRConfig>,
  )
}

test('each answer leads to where it stands, with those further back on request', async () => {
  const older = use('m-1', { chatId: 'c-2', chatTitle: '', cited: false })
  show({ '': { items: [use('m-2')], next: 'further' }, further: { items: [older], next: null } })
  const newest = await screen.findByRole('link', { name: /^Holidays: the answer of/ })
  expect(newest.getAttribute('href')).toBe('/chat/c-1?message=m-2')
  expect(screen.getByRole('listitem').textContent).toContain('cites it')
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }))
  const further = await screen.findByRole('link', { name: /^Untitled chat/ })
  expect(further.getAttribute('href')).toBe('/chat/c-2?message=m-1')
  expect(further.closest('li')?.textContent).toContain('was told of it')
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
})

test('of a document that none was told of it says what to try', async () => {
  show({ '': { items: [], next: null } })
  expect(await screen.findByText(/None of your answers has drawn on it yet/)).toBeTruthy()
})
