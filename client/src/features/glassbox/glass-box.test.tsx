import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { SWRConfig } from 'swr'
import { afterEach, expect, test, vi } from 'vitest'
import type { Told } from '../../api/types'
import { aBlock, aTrace } from '../../test/traces'
import { ToastProvider } from '../../ui/toast'
import { GlassBox, type View } from './glass-box'

const trace = aTrace({ blocks: [aBlock('persona'), aBlock('user_message', { order: 13, text: 'Hello?' })] })
const told: Told = {
  chatId: 'c1',
  questionId: 'q1',
  answerId: 'a1',
  facts: [],
  loops: [],
  words: [],
  about: null,
  isPartGone: false,
  isElsewhere: false,
}

function Box() {
  const [view, setView] = useState<View>('plain')
  return <GlassBox turnId="t1" view={view} onView={setView} />
}

function serve(response: () => Response | Promise<Response>) {
  vi.stubGlobal('fetch', async (path: string) => (path.endsWith('/told') ? Response.json(told) : response()))
  render(
    <SWRConfig value={{ provider: () => new Map(), shouldRetryOnError: false }}>
      <ToastProvider>
        <Box />
      </ToastProvider>
    </SWRConfig>,
  )
}
afterEach(() => vi.unstubAllGlobals())

test('loads by itself, speaks plainly first, and shows the record to whoever asks, by arrow keys too', async () => {
  serve(() => Response.json(trace))
  expect(screen.getByRole('status').textContent).toBe('Opening the glass box')
  expect(await screen.findByText('I used nothing you told me before.')).toBeTruthy()
  expect(screen.queryAllByTestId('trace-block')).toEqual([])
  screen.getByRole('tab', { name: 'In plain words' }).focus()
  await userEvent.keyboard('{ArrowRight}')
  expect(screen.getAllByTestId('trace-block')).toHaveLength(2)
  expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'For engineers', selected: true }))
  expect(screen.getByRole('tabpanel', { name: 'For engineers' })).toBeTruthy()
  await userEvent.keyboard('{Home}')
  expect(screen.getByRole('tab', { name: 'In plain words', selected: true })).toBeTruthy()
})

test('explains a record that is gone, one that is not there yet, and a fault', async () => {
  serve(() => Response.json({ error: { code: 'unknown_turn', message: 'No record.' } }, { status: 404 }))
  expect(await screen.findByText('No record.')).toBeTruthy()
  serve(() => Response.json({ error: { code: 'trace_not_ready', message: 'Not yet.' } }, { status: 404 }))
  expect(await screen.findByText('Not yet.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Refresh' })).toBeTruthy()
  serve(() => Promise.reject(new TypeError('Failed to fetch')))
  expect(await screen.findByText(/cannot be reached/)).toBeTruthy()
})
