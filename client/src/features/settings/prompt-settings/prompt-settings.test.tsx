import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { SWRConfig } from 'swr'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { PromptSettings as Settings, SettingsVersion } from '../../../api/types'
import { ToastProvider } from '../../../ui/toast'
import PromptSettings from './prompt-settings'

const settings: Settings = {
  thinPrompt: 'Act with care.',
  conversational: [],
  actionable: [{ name: 'send_units', pattern: 'send' }],
  actionEntities: ['dispatch'],
  canRequests: [],
  historyTokens: 6000,
  promptTokens: 12000,
}

function version(number: number, part: Partial<SettingsVersion> = {}): SettingsVersion {
  return { version: number, settings, changedBy: 'u-1', changedAt: '2026-11-15T10:00:00Z', ...part }
}

/** A small server: the newest version, those before it, and what a save meets. */
function serve(onSave: (body: { version: number; settings: Settings }) => Response | null = () => null) {
  const versions = [version(0, { changedBy: null, changedAt: null })]
  const calls: { method: string; path: string; body: unknown }[] = []
  const add = (part: Partial<SettingsVersion>) => {
    versions.unshift(version(versions.length, part))
    return Response.json(versions[0])
  }
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    const body = init.body ? JSON.parse(String(init.body)) : undefined
    calls.push({ method: init.method ?? 'GET', path, body })
    if (path.startsWith('/api/admin/users')) return Response.json({ users: [{ id: 'u-2', name: 'Bea' }] })
    if (path.includes('/versions')) return Response.json({ versions, nextBefore: null })
    if (path.endsWith('/restore')) {
      return add({ settings: versions.find((one) => one.version === body.version)?.settings ?? settings })
    }
    if (path.endsWith('/try')) {
      const way = { kind: 'actionable', reason: 'rule send_units', rules: ['send_units'], entities: [] }
      return Response.json({ ...way, canRule: null, version: versions[0]?.version })
    }
    if (init.method === 'PUT') return onSave(body) ?? add({ settings: body.settings })
    return Response.json(versions[0])
  })
  render(
    <SWRConfig value={{ provider: () => new Map(), dedupingInterval: 0, shouldRetryOnError: false }}>
      <ToastProvider>
        <PromptSettings me="u-1" />
      </ToastProvider>
    </SWRConfig>,
  )
  return { calls, add, saves: () => calls.filter((call) => call.method === 'PUT') }
}

const refuse = (status: number, code: string, details: unknown = null) =>
  Response.json({ error: { code, message: 'No.', details } }, { status })
const regex = () => screen.findByLabelText('Actions, rule 1: regex')
const save = () => userEvent.click(screen.getByRole('button', { name: /^Save as version/ }))

afterEach(() => vi.unstubAllGlobals())

describe('the prompt settings', () => {
  test('are saved with the version they were based on, and the list tells who changed what', async () => {
    const server = serve()
    await userEvent.type(await regex(), '|stage')
    await save()
    const listed = await screen.findByText(/^Version 1/)
    expect(server.saves()[0]?.body).toMatchObject({
      version: 0,
      settings: { actionable: [{ name: 'send_units', pattern: 'send|stage' }], actionEntities: ['dispatch'] },
    })
    expect(listed.closest('li')?.textContent).toMatch(/active.*You · .*2026.* · Actions/)
    expect(screen.getByRole('button', { name: 'Save as version 2' })).toHaveProperty('disabled', true)
  })

  test('show what is wrong with a regex at its line, and keep what was typed', async () => {
    serve(() =>
      refuse(422, 'bad_pattern', [
        { field: 'settings.actionable.1.pattern', rule: 'stage', problem: 'missing )' },
      ]),
    )
    await userEvent.click(within((await regex()).closest('details') as HTMLElement).getByText('Add a rule'))
    await userEvent.type(screen.getByLabelText('Actions, rule 2: name'), 'stage')
    await userEvent.type(screen.getByLabelText('Actions, rule 2: regex'), '(stage')
    await save()
    const wrong = await screen.findByText('Missing ).')
    const row = within(wrong.closest('li') as HTMLElement)
    expect(row.getByLabelText('Actions, rule 2: regex')).toHaveProperty('value', '(stage')
    expect(row.getByLabelText('Actions, rule 2: regex').getAttribute('aria-invalid')).toBe('true')
    expect((await regex()).getAttribute('aria-invalid')).toBeNull()
  })

  test('that somebody else changed meanwhile can be loaded, or written over', async () => {
    const server = serve((body) => (body.version === 0 ? refuse(409, 'stale_version') : null))
    await userEvent.type(await regex(), '|stage')
    server.add({ changedBy: 'u-2', settings: { ...settings, thinPrompt: 'Theirs.' } })
    await save()
    await userEvent.click(await screen.findByRole('button', { name: 'Save mine over it' }))
    await screen.findByText(/^Version 2/)
    expect(server.saves().map((call) => (call.body as SettingsVersion).version)).toEqual([0, 1])
    expect(screen.getByText(/^Version 1/).closest('li')?.textContent).toMatch(/Bea · .*Thin system prompt/)
  })

  test('of somebody else take the place of mine when I load them', async () => {
    const server = serve(() => refuse(409, 'stale_version'))
    await userEvent.type(await regex(), '|stage')
    server.add({ changedBy: 'u-2', settings: { ...settings, thinPrompt: 'Theirs.' } })
    await save()
    await userEvent.click(await screen.findByRole('button', { name: 'Load theirs' }))
    await waitFor(() =>
      expect(screen.getByLabelText('Thin system prompt')).toHaveProperty('value', 'Theirs.'),
    )
    expect(await regex()).toHaveProperty('value', 'send')
  })

  test('of an old version are restored as a new one', async () => {
    const server = serve()
    await userEvent.type(await regex(), '|stage')
    await save()
    await userEvent.click(await screen.findByRole('button', { name: 'Restore the default' }))
    await userEvent.click(screen.getByText('Restore', { selector: 'dialog button' }))
    await screen.findByText(/^Version 2/)
    expect(server.calls.find((call) => call.path.endsWith('/restore'))?.body).toEqual({ version: 0 })
    expect(await regex()).toHaveProperty('value', 'send')
  })

  test('can be tried with a message, and say that unsaved changes are not in it', async () => {
    const server = serve()
    await userEvent.type(await regex(), 'x')
    await userEvent.type(screen.getByLabelText('Try a message'), 'Send Engine 4')
    await userEvent.click(screen.getByRole('button', { name: 'Try' }))
    expect((await screen.findByTestId('tried')).textContent).toContain('A request to act: rule send_units.')
    expect(screen.getByText(/not with your changes/)).toBeTruthy()
    expect(server.calls.find((call) => call.path.endsWith('/try'))?.body).toEqual({ text: 'Send Engine 4' })
  })

  test('that cannot be read say so', async () => {
    vi.stubGlobal('fetch', async () => refuse(503, 'unavailable'))
    render(
      <SWRConfig value={{ provider: () => new Map(), shouldRetryOnError: false }}>
        <ToastProvider>
          <PromptSettings me="u-1" />
        </ToastProvider>
      </SWRConfig>,
    )
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy()
  })
})
