import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { SWRConfig } from 'swr'
import { afterEach, expect, test, vi } from 'vitest'
import type { Person, StoredDocument } from '../../api/types'
import { ToastProvider } from '../../ui/toast'
import { ShareDialog } from './share-dialog'
import { useRights } from './targets'

afterEach(() => vi.unstubAllGlobals())

const access = (canEdit: boolean) => ({ canChat: true, canViewSettings: canEdit, canEdit })
const PERSONAS = [
  { id: 'sophie', name: 'Sophie', origin: 'bundled', access: access(false) },
  { id: 'p-mine', name: 'Gardener', origin: 'mine', access: access(true) },
  { id: 'p-theirs', name: 'Miller', origin: 'shared', access: access(false) },
]
const PLAN = { id: 'd-1', title: 'The plan', target: 'user' } as StoredDocument

function Shown({ isAdmin }: { isAdmin: boolean }) {
  const rights = useRights({ isAdmin } as Person)
  if (rights.targets.length < 3) return null
  return <ShareDialog document={PLAN} rights={rights} onClose={() => {}} />
}

function show(isAdmin: boolean) {
  const fetched = vi.fn(async (path: string, init?: RequestInit) => {
    if (init?.method === 'POST') return Response.json({ document: PLAN, duplicateOf: null }, { status: 201 })
    if (path.startsWith('/api/organizations/mine')) return Response.json({ organization: null })
    return Response.json({ personas: PERSONAS })
  })
  vi.stubGlobal('fetch', fetched)
  render(
    <SWRConfig value={{ provider: () => new Map(), dedupingInterval: 0, shouldRetryOnError: false }}>
      <ToastProvider>
        <Shown isAdmin={isAdmin} />
      </ToastProvider>
    </SWRConfig>,
  )
  return fetched
}

const OWN = ['overlay:sophie', 'overlay:p-mine', 'overlay:p-theirs', 'persona:p-mine']

test.each([
  [false, OWN],
  [true, ['company', ...OWN.slice(0, 3), 'persona:sophie', 'persona:p-mine']],
])('a copy is offered where one may put it (admin: %s)', async (isAdmin, names) => {
  show(isAdmin)
  const choices = within(await screen.findByLabelText('To whom')).getAllByRole('option', { hidden: true })
  expect(choices.map((choice) => choice.getAttribute('value'))).toEqual(names)
})

test('what a persona of one’s own is given is sent there', async () => {
  const fetched = show(false)
  await userEvent.selectOptions(await screen.findByLabelText('To whom'), 'What Gardener knows')
  await userEvent.click(screen.getByRole('button', { name: 'Give', hidden: true }))
  const [path, init] = fetched.mock.calls.find(([, sent]) => sent?.method === 'POST') ?? []
  expect(path).toBe('/api/documents/d-1/copy')
  expect(JSON.parse(String(init?.body))).toEqual({ target: 'persona:p-mine' })
})
