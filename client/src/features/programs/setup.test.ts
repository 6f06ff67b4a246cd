import { describe, expect, it } from 'vitest'
import { ASKS_BY_PAGE, KEY, linesFor, PROGRAMS } from './setup'

const ADDRESS = 'https://memory.example.org/mcp'

describe('what is put into other programs', () => {
  it.each(PROGRAMS)('names the address for %s, and the key once where there is one', (program) => {
    const lines = linesFor(program, ADDRESS, true)
    expect(lines.split(ADDRESS)).toHaveLength(2)
    expect(lines.split(KEY)).toHaveLength(2)
  })

  it.each(ASKS_BY_PAGE)('names no key for %s where it asks by a page', (program) => {
    expect(linesFor(program, ADDRESS, false)).not.toContain('hf_')
  })

  it.each(['claude-desktop', 'cursor', 'vs-code'] as const)('is JSON for %s', (program) => {
    for (const withKey of [true, false])
      expect(Object.values(JSON.parse(linesFor(program, ADDRESS, withKey)))).toHaveLength(1)
  })
})
