import { act, render, renderHook, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Persona } from '../../api/types'
import { ProfilePicker } from './profile-picker'
import { useProfile } from './use-profile'

const focus = { id: 'focus-day', name: 'Focus day', description: 'Who owns what.' }
const quarter = { id: 'quarterly', name: 'Quarterly session', description: 'The next ninety days.' }
const plain: Persona = {
  id: 'assistant',
  name: 'Assistant',
  description: 'Plain.',
  isDefault: true,
  isPerpetual: false,
  speaks: 'when_spoken_to',
  models: [],
  profiles: [],
  origin: 'bundled',
  visibility: 'public',
  isArchived: false,
  version: null,
  updatedAt: null,
  access: { canChat: true, canViewSettings: true, canEdit: false },
}
const coach: Persona = { ...plain, id: 'coach', name: 'Coach', profiles: [focus, quarter] }

beforeEach(() => localStorage.clear())

/** What the browser does when the button is pressed; the one of the tests knows no popovers. */
function openMenu() {
  const opening = Object.assign(new Event('beforetoggle'), { newState: 'open' })
  act(() => void screen.getByRole('menu', { hidden: true }).dispatchEvent(opening))
}

describe('the choice of a profile', () => {
  test('is none until the person makes one, and then belongs to that chat', () => {
    const { result } = renderHook(() => useProfile('c1', coach))
    expect(result.current.chosen).toBeNull()
    act(() => result.current.choose(quarter))
    expect(result.current.chosen).toBe(quarter)
    expect(renderHook(() => useProfile('c1', coach)).result.current.chosen).toBe(quarter)
    expect(renderHook(() => useProfile('c2', coach)).result.current.chosen).toBeNull()
  })

  test('of one that the persona does not have is none', () => {
    const { result, rerender } = renderHook(({ persona }) => useProfile('c1', persona), {
      initialProps: { persona: coach },
    })
    act(() => result.current.choose(focus))
    rerender({ persona: plain })
    expect(result.current.chosen).toBeNull()
  })

  test('can be taken back', () => {
    const { result } = renderHook(() => useProfile('c1', coach))
    act(() => result.current.choose(focus))
    act(() => result.current.choose(null))
    expect(renderHook(() => useProfile('c1', coach)).result.current.chosen).toBeNull()
  })
})

describe('the picker', () => {
  test('is not there for a persona with one side', () => {
    const { container } = render(<ProfilePicker persona={plain} chosen={null} onChoose={() => {}} />)
    expect(container.childElementCount).toBe(0)
  })

  test('offers each side and the persona in general', async () => {
    const onChoose = vi.fn()
    render(<ProfilePicker persona={coach} chosen={focus} onChoose={onChoose} />)
    expect(screen.getByRole('button', { name: /coach: focus day/i }).textContent).toContain('Focus day')
    openMenu()
    const sides = screen.getAllByRole('menuitemradio', { hidden: true })
    expect(sides.map((side) => side.getAttribute('aria-checked'))).toEqual(['false', 'true', 'false'])
    await userEvent.click(screen.getByText('Quarterly session'))
    await userEvent.click(screen.getByText('In general'))
    expect(onChoose.mock.calls).toEqual([[quarter], [null]])
  })
})
