import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ToastProvider, useToasts } from './toast'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const undo = vi.fn()
const onGone = vi.fn()
beforeEach(() => [undo.mockReset(), onGone.mockReset()])

function Shower() {
  const { show } = useToasts()
  return (
    <button
      type="button"
      onClick={() => show('Deleted.', { ms: 1000, action: { label: 'Undo', run: undo }, onGone })}
    >
      show
    </button>
  )
}

function shown() {
  render(
    <ToastProvider>
      <Shower />
    </ToastProvider>,
  )
  fireEvent.click(screen.getByText('show'))
}
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))

test('it leaves by itself, and says that it has', () => {
  shown()
  pass(1001)
  expect(screen.queryByText('Deleted.')).toBeNull()
  expect(onGone).toHaveBeenCalledOnce()
})

test.each([
  ['the pointer', fireEvent.pointerEnter, fireEvent.pointerLeave],
  ['the focus', fireEvent.focus, fireEvent.blur],
])('it does not leave under %s', (_, hold, letGo) => {
  shown()
  const slip = screen.getByTestId('toast')
  hold(slip)
  pass(60_000)
  expect(screen.getByText('Deleted.')).toBeTruthy()
  letGo(slip)
  pass(1000)
  expect(screen.getByText('Deleted.')).toBeTruthy()
  pass(1000)
  expect(screen.queryByText('Deleted.')).toBeNull()
})

test('whoever takes its action has not let it pass', () => {
  shown()
  fireEvent.click(screen.getByText('Undo'))
  pass(60_000)
  expect(undo).toHaveBeenCalledOnce()
  expect(onGone).not.toHaveBeenCalled()
})

test('of more than three the oldest leaves, and is done as if its time had passed', () => {
  shown()
  for (let n = 0; n < 3; n += 1) fireEvent.click(screen.getByText('show'))
  expect(screen.getAllByText('Deleted.')).toHaveLength(3)
  expect(onGone).toHaveBeenCalledOnce()
})
