import { act, render, renderHook, screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { ModelPicker, shortName } from './model-picker'
import { useModel } from './use-model'

const quick = { name: 'openai:gpt-5.4-mini', isDemo: false, seesImages: true }
const deep = { name: 'custom:llama3.1:70b', isDemo: false, seesImages: false }
const models = [quick, deep]

describe('the choice of a model', () => {
  test('is the first one configured until the person says otherwise, and then nothing is wished for', () => {
    const { result } = renderHook(() => useModel(models))
    expect(result.current.chosen).toBe(quick)
    expect(result.current.wanted).toBeNull()
  })

  test('is wished for by its full name, and survives a reload', () => {
    const { result } = renderHook(() => useModel(models))
    act(() => result.current.choose(deep))
    expect(result.current.wanted).toBe('custom:llama3.1:70b')
    expect(renderHook(() => useModel(models)).result.current.chosen).toBe(deep)
  })

  test('of one that is no longer offered falls back to the first', () => {
    localStorage.setItem('holdfast.model', 'openai:retired')
    const { result } = renderHook(() => useModel(models))
    expect(result.current.chosen).toBe(quick)
    expect(result.current.wanted).toBeNull()
  })

  test('goes by the persona: what one has, another need not have', () => {
    const { result, rerender } = renderHook(({ offered }) => useModel(offered), {
      initialProps: { offered: models },
    })
    act(() => result.current.choose(deep))
    rerender({ offered: [quick] })
    expect(result.current).toMatchObject({ chosen: quick, wanted: null })
    rerender({ offered: [deep, quick] })
    expect(result.current).toMatchObject({ chosen: deep, wanted: null })
  })

  test('is none while nothing is known of the models', () => {
    const { result } = renderHook(() => useModel([]))
    expect(result.current).toMatchObject({ models: [], chosen: null, wanted: null })
  })
})

describe('the picker', () => {
  test('is not there where there is nothing to choose', () => {
    const { container } = render(<ModelPicker models={[quick]} chosen={quick} onChoose={() => {}} />)
    expect(container.childElementCount).toBe(0)
  })

  test('says which model answers now', () => {
    render(<ModelPicker models={[quick, deep]} chosen={deep} onChoose={() => {}} />)
    expect(screen.getByRole('button', { name: /answered by llama3\.1:70b/i }).textContent).toContain(
      'llama3.1:70b',
    )
  })

  test('shortens a name to what follows its provider', () => {
    expect(shortName({ ...quick, name: 'demo' })).toBe('demo')
    expect(shortName(quick)).toBe('gpt-5.4-mini')
  })
})
