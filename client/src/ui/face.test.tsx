import { render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { Face, hueOf, initialOf } from './face'

describe('a face', () => {
  it('has the first letter of the name, in whatever writing it is', () => {
    expect(initialOf('  sophie')).toBe('S')
    expect(initialOf('“Élan” Ltd.')).toBe('É')
    expect(initialOf('東京')).toBe('東')
    expect(initialOf('7 Hills')).toBe('7')
    expect(initialOf('🦀')).toBe('🦀')
    expect(initialOf('  ')).toBe('?')
  })

  it('keeps its colour when the name changes, and those who come along are told apart by it', () => {
    expect(hueOf('sophie')).toBe(hueOf('sophie'))
    const bundled = ['assistant', 'sophie', 'eos-implementer', 'incident'].map(hueOf)
    expect(new Set(bundled).size).toBe(4)
  })

  it('is decoration beside a name, and says who it is where there is none', () => {
    const { rerender } = render(<Face of={{ kind: 'person', id: '1', name: 'Mira' }} />)
    expect(screen.queryByRole('img')).toBeNull()
    expect(screen.getByTestId('face').getAttribute('aria-hidden')).toBe('true')
    rerender(<Face of={{ kind: 'person', id: '1', name: 'Mira' }} label="Mira" />)
    expect(screen.getByRole('img', { name: 'Mira' }).dataset.initial).toBe('M')
  })
})
