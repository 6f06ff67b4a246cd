// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { outside } from './outside'

const SOURCE = fileURLToPath(new URL('..', import.meta.url))

/** Lines that other programs read, letter by letter, and the names those have. */
const FOR_PROGRAMS = 'features/programs/setup.ts'

function files(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/(\.test\.tsx?|\.d\.ts)$/.test(name))
    .map((name) => relative(SOURCE, join(folder, name)))
    .filter((name) => !/(^|\/)words(\.\w\w)?\.tsx?$|^(test|language|left-out|api\/generated)/.test(name))
    .filter((name) => name !== FOR_PROGRAMS)
}

const found = new Map(
  files(SOURCE).map((name) => [name, outside(readFileSync(join(SOURCE, name), 'utf8'), name)] as const),
)

describe('what people read', () => {
  it('stands in a words file, where it can be translated', () => {
    const strays = [...found].flatMap(([name, places]) =>
      places.map(({ line, text }) => `${name}:${line}: ${text}`),
    )
    expect(strays).toEqual([])
  })

  it('is found as text, as an attribute, as a label and as a sentence, and names of things are not', () => {
    const said = (code: string) => outside(code, 'a.tsx').map(({ text }) => text)
    expect(said('<p>Hello</p>')).toEqual(['Hello'])
    expect(said('<input placeholder="search" />')).toEqual(['search'])
    expect(said("const LABELS = { one: 'One thing' }")).toEqual(['One thing'])
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the code that is looked at
    expect(said('show(`You are in ${name} now.`)')).toEqual(['You are in … now.'])
    expect(said('<p className="Flex gap-2" data-at="Here">{name}</p>')).toEqual([])
    expect(said("if (event.key === 'ArrowDown') throw new Error('Never so')")).toEqual([])
  })
})
