import { expect, test } from 'vitest'
import { whySentBack } from './sent-back'

test('whoever is sent back by a provider is told why, and what to do', () => {
  expect(whySentBack('link_required')).toMatch(/then link the provider/)
  expect(whySentBack('sign_in_failed')).toMatch(/Start it again/)
})

test('whoever came by themselves is told nothing', () => {
  expect(whySentBack(null)).toBeNull()
  expect(whySentBack('')).toBeNull()
})
