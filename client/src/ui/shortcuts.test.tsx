import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useRef } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { isMeant, keyNames, type Layer, useEscape, useShortcut, useShortcutList } from './shortcuts'

function Listens({ layer, onEscape }: { layer: Layer; onEscape: () => void }) {
  useEscape(layer, onEscape)
  return null
}

function Field({ onEscape }: { onEscape: () => void }) {
  const field = useRef<HTMLInputElement>(null)
  useEscape('field', onEscape, field)
  return <input ref={field} aria-label="field" />
}

describe('Esc', () => {
  test('goes to what lies on top, wherever in the page it stands, and to nothing else', async () => {
    const calls: string[] = []
    const { rerender } = render(
      <>
        <Listens layer="overlay" onEscape={() => calls.push('dialog')} />
        <Listens layer="answer" onEscape={() => calls.push('answer')} />
        <Listens layer="page" onEscape={() => calls.push('panel')} />
      </>,
    )
    await userEvent.keyboard('{Escape}')
    rerender(
      <>
        {null}
        <Listens layer="answer" onEscape={() => calls.push('answer')} />
        <Listens layer="page" onEscape={() => calls.push('panel')} />
      </>,
    )
    await userEvent.keyboard('{Escape}')
    expect(calls).toEqual(['dialog', 'answer'])
  })

  test('of two overlays goes to the one that came last', async () => {
    const calls: string[] = []
    const dialog = <Listens key="dialog" layer="overlay" onEscape={() => calls.push('dialog')} />
    const { rerender } = render([dialog])
    rerender([dialog, <Listens key="menu" layer="overlay" onEscape={() => calls.push('menu')} />])
    await userEvent.keyboard('{Escape}')
    expect(calls).toEqual(['menu'])
  })

  test('belongs to a field only while the focus is in it', async () => {
    const calls: string[] = []
    render(
      <>
        <Listens layer="answer" onEscape={() => calls.push('answer')} />
        <Field onEscape={() => calls.push('field')} />
      </>,
    )
    await userEvent.keyboard('{Escape}')
    await userEvent.click(screen.getByLabelText('field'))
    await userEvent.keyboard('{Escape}')
    expect(calls).toEqual(['answer', 'field'])
  })

  test('held down counts once: what lay below is not reached by the same press', () => {
    const answer = vi.fn()
    render(<Listens layer="answer" onEscape={answer} />)
    const held = new KeyboardEvent('keydown', { key: 'Escape', repeat: true, cancelable: true })
    window.dispatchEvent(held)
    expect(answer).not.toHaveBeenCalled()
    expect(held.defaultPrevented).toBe(true)
  })

  test('of an input method is part of writing', () => {
    const answer = vi.fn()
    render(<Listens layer="answer" onEscape={answer} />)
    window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', isComposing: true }))
    expect(answer).not.toHaveBeenCalled()
  })
})

function Page({ run }: { run: () => void }) {
  useShortcut({ keys: 'Mod+Z', layer: 'page', says: 'Undo', sparesWriting: true, run })
  const all = useShortcutList()
  return (
    <>
      <textarea aria-label="text" />
      <p>{all.map(({ keys, says }) => `${keyNames(keys).join(' ')}: ${says}`).join('; ')}</p>
    </>
  )
}

describe('a shortcut', () => {
  test('is listed, and leaves a text its own undo', async () => {
    const undo = vi.fn()
    render(<Page run={undo} />)
    expect(screen.getByText('Ctrl Z: Undo')).toBeTruthy()
    await userEvent.type(screen.getByLabelText('text'), 'words{Control>}z{/Control}')
    expect(undo).not.toHaveBeenCalled()
    await userEvent.clear(screen.getByLabelText('text'))
    await userEvent.keyboard('{Control>}z{/Control}')
    expect(undo).toHaveBeenCalledOnce()
  })

  test('beneath a dialog does nothing', async () => {
    const undo = vi.fn()
    render(
      <>
        <Page run={undo} />
        <Listens layer="overlay" onEscape={() => {}} />
      </>,
    )
    await userEvent.keyboard('{Control>}z{/Control}')
    expect(undo).not.toHaveBeenCalled()
  })

  test.each([
    ['Mod+K', { key: 'k', ctrlKey: true }, true],
    ['Mod+K', { key: 'k', metaKey: true }, true],
    ['Mod+K', { key: 'k' }, false],
    ['Mod+K', { key: 'K', ctrlKey: true, shiftKey: true }, false],
    ['Mod+Shift+O', { key: 'O', ctrlKey: true, shiftKey: true }, true],
    ['Mod+/', { key: '/', ctrlKey: true, shiftKey: true }, true],
    ['Mod+/', { key: '/', ctrlKey: true, altKey: true }, false],
    ['Escape', { key: 'Escape' }, true],
    ['Escape', { key: 'Escape', shiftKey: true }, false],
  ])('%s and %o: %s', (keys, init, is) => {
    expect(isMeant(keys, new KeyboardEvent('keydown', init))).toBe(is)
  })
})
