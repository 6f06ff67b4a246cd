import { act, render, screen } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useStickToEnd } from './use-stick-to-end'

const resized: (() => void)[] = []

beforeEach(() => {
  resized.length = 0
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(told: () => void) {
        resized.push(told)
      }
      observe() {}
      disconnect() {}
    },
  )
})
afterEach(() => vi.unstubAllGlobals())

function Page() {
  const scroller = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const { isAway } = useStickToEnd(scroller, content, true)
  return (
    <div ref={scroller} data-testid="scroller">
      <div ref={content} />
      {isAway && <button type="button">Latest</button>}
    </div>
  )
}

test('whoever reads further up is shown the way to the end, until a window that grew shows it anyway', () => {
  render(<Page />)
  const element = screen.getByTestId('scroller')
  const sized = (name: string, value: number) =>
    Object.defineProperty(element, name, { value, configurable: true, writable: true })
  sized('scrollHeight', 2000)
  sized('clientHeight', 500)
  const scrollTo = (top: number) => {
    sized('scrollTop', top)
    act(() => void element.dispatchEvent(new Event('scroll')))
  }
  scrollTo(1500)
  expect(screen.queryByRole('button')).toBeNull()
  scrollTo(900)
  expect(screen.getByRole('button', { name: 'Latest' })).toBeTruthy()
  sized('clientHeight', 1100)
  act(() => {
    for (const told of resized) told()
  })
  expect(screen.queryByRole('button')).toBeNull()
})
