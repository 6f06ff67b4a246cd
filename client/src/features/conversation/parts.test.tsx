import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { Part } from './messages'
import { Parts } from './parts'

const said: Part[] = [
  { type: 'reasoning', text: 'First the tide.', state: 'done' },
  { type: 'text', text: 'Go at noon.' },
]

test('thoughts that were opened stay open when the stored answer, which has no steps, takes its place', async () => {
  const { rerender } = render(
    <Parts parts={[{ type: 'step-start' }, ...said]} isWriting={false} isCut={false} />,
  )
  await userEvent.click(screen.getByText(/^Thought/))
  const opened = screen.getByTestId<HTMLDetailsElement>('thoughts')
  expect(opened.open).toBe(true)
  rerender(<Parts parts={said} isWriting={false} isCut={false} />)
  expect(screen.getByTestId<HTMLDetailsElement>('thoughts').open).toBe(true)
})
