import { render, screen } from '@testing-library/react'
import { useEffect, useRef } from 'react'
import { expect, test } from 'vitest'
import { useFocusAfter } from './use-focus-after'

/** Takes the focus as soon as it stands there, as the box does. */
function Box() {
  const ref = useRef<HTMLTextAreaElement>(null)
  useEffect(() => ref.current?.focus(), [])
  return <textarea ref={ref} aria-label="Message" />
}

function Foot({
  isTalking,
  isBusy,
  hasTalk = true,
}: {
  isTalking: boolean
  isBusy: boolean
  hasTalk?: boolean
}) {
  const place = useFocusAfter(isTalking)
  return (
    <div ref={place}>
      {isTalking ? (
        <button type="button">End</button>
      ) : (
        <>
          <Box />
          {hasTalk && (
            <button type="button" data-hands-free aria-disabled={isBusy || undefined}>
              Talk
            </button>
          )}
        </>
      )}
    </div>
  )
}

const talk = () => screen.getByRole('button', { name: 'Talk' })

test.each([
  [
    'before its answer',
    [
      { isTalking: false, isBusy: true },
      { isTalking: false, isBusy: false },
    ],
  ],
  [
    'after its answer',
    [
      { isTalking: true, isBusy: false },
      { isTalking: false, isBusy: false },
    ],
  ],
  ['in the moment its answer ends', [{ isTalking: false, isBusy: false }]],
  [
    'before an answer begins',
    [
      { isTalking: false, isBusy: false },
      { isTalking: false, isBusy: true },
    ],
  ],
])('a talk that ended %s leaves the focus where it was begun', (_, steps) => {
  const { rerender } = render(<Foot isTalking isBusy />)
  screen.getByRole('button', { name: 'End' }).focus()
  for (const step of steps) rerender(<Foot {...step} />)
  expect(document.activeElement).toBe(talk())
})

test('where no talk can begin any more, the box has it', () => {
  const { rerender } = render(<Foot isTalking isBusy />)
  rerender(<Foot isTalking={false} isBusy={false} hasTalk={false} />)
  expect(document.activeElement).toBe(screen.getByLabelText('Message'))
})

test('a page that opens leaves the focus in the box', () => {
  render(<Foot isTalking={false} isBusy={false} />)
  expect(document.activeElement).toBe(screen.getByLabelText('Message'))
})
