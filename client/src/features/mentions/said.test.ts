import { expect, test } from 'vitest'
import { readSaid } from './said'

const KNOWN = new Set(['doc', 'persona'])

test('mentions are set apart from the words around them, and nothing of the text is lost', () => {
  const text = 'Sum up @doc:"The lease"~0a1b2c3d, then ask @persona:gardener.'
  const read = readSaid(text, KNOWN)
  expect(read.map((piece) => piece.text).join('')).toBe(text)
  expect(read.flatMap((piece) => ('name' in piece ? [piece.name] : []))).toEqual(['The lease', 'gardener'])
})

test('addresses, bare names and kinds nobody knows are plain text', () => {
  for (const text of ['ada@example.org', '@gardener', '@spell:fire', 'an @ alone', '']) {
    expect(readSaid(text, KNOWN).some((piece) => 'name' in piece)).toBe(false)
  }
})

test('of more than the server takes, the rest is plain text', () => {
  const many = Array.from({ length: 12 }, (_, number) => `@doc:a${number}`).join(' ')
  expect(readSaid(many, KNOWN).filter((piece) => 'name' in piece)).toHaveLength(8)
})
