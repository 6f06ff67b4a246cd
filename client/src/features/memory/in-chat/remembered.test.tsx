import { act, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { ASKED_AFTER_MS, Remembered } from './remembered'

const WAITING = { isDone: false, facts: [], loops: [] }

function answering(...answers: unknown[]) {
  const asked = vi.fn(async () => new Response(JSON.stringify(answers.shift() ?? WAITING)))
  vi.stubGlobal('fetch', asked)
  return asked
}

test('what was learned is told as soon as it is known, and asked for no more', async () => {
  vi.useFakeTimers()
  const asked = answering(WAITING, { isDone: true, facts: [], loops: [{ id: '1', text: 'Call Rui' }] })
  render(<Remembered messageId="m" />)
  await act(() => vi.advanceTimersByTimeAsync(600_000))
  expect(screen.getByTestId('remembered').textContent).toContain('Remembered: Call Rui')
  expect(asked).toHaveBeenCalledTimes(2)
  vi.useRealTimers()
})

test('where nothing comes, it stops asking and says nothing', async () => {
  vi.useFakeTimers()
  const asked = answering()
  render(<Remembered messageId="m" />)
  await act(() => vi.advanceTimersByTimeAsync(600_000))
  expect(asked).toHaveBeenCalledTimes(ASKED_AFTER_MS.length)
  expect(screen.queryByTestId('remembered')).toBeNull()
  vi.useRealTimers()
})
