// @vitest-environment node
import { describe, expect, it } from 'vitest'
import { sentencesOf, together } from './spoken'
import { languageOf } from './which-language'

const STAND = { code: 'Code.', formula: 'A formula.' }
const said = (markdown: string) => sentencesOf(markdown, STAND)

describe('an answer read aloud', () => {
  it.each([
    ['Plain words. And more!', ['Plain words.', 'And more!']],
    ['# Title\n\nSome **bold** and *soft* `code`.', ['Title.', 'Some bold and soft code.']],
    ['- one\n- two\n\n> quoted', ['one.', 'two.', 'quoted.']],
    ['1. Cut it\n2. Burn it', ['1: Cut it.', '2: Burn it.']],
    ['- [x] done\n- [ ] open', ['done.', 'open.']],
    ['See [the page](https://example.org/x?y=1) or https://example.org now.', ['See the page or now.']],
    ['Before\n```python\nprint("never")\n# nor this\n```\nafter.', ['Before.', 'Code.', 'after.']],
    ['```\nonly code that never ends', ['Code.']],
    ['So:\n$$\nx^2\n$$\nand $$y$$', ['So:', 'A formula.', 'and $$y$$.']],
    ['| who | when |\n|---|:-:|\n| Ana | *now* |', ['who, when.', 'Ana, now.']],
    ['A soft\nbreak is none.', ['A soft break is none.']],
    ['2 * 3 is 6, snake_case stays, _this_ too.', ['2 * 3 is 6, snake_case stays, this too.']],
    ['Well done 🎉👍🏽!', ['Well done !']],
    ['Said[^1] <b>so</b>.', ['Said so .']],
    ['***', []],
    ['---\n\n…', []],
    ['', []],
  ])('%j', (markdown, sentences) => {
    expect(said(markdown)).toEqual(sentences)
  })

  it('says the same while it grows as when it is whole, and nothing that may go on', () => {
    const markdown =
      '# A plan\n\nFirst, *look*. Then cut:\n\n```js\nconst a = 1.5\n```\n\n- the old [wood](http://x.y/z)\n- and the rest. Done?\n\nYes.'
    const whole = said(markdown)
    for (let end = 1; end < markdown.length; end += 1) {
      const soFar = sentencesOf(markdown.slice(0, end), STAND, { isWhole: false })
      expect(whole.slice(0, soFar.length), markdown.slice(0, end)).toEqual(soFar)
    }
  })

  it('begins with little, and takes more at once later', () => {
    const sentences = Array.from({ length: 40 }, (_, n) => `This is the sentence number ${n}, and it is one.`)
    const pieces = together(sentences)
    expect(pieces[0]).toBe(sentences[0])
    expect(pieces.join(' ')).toBe(sentences.join(' '))
    expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThan(400)
    expect(pieces.length).toBeLessThan(12)
  })

  it('cuts what no voice takes in one breath, and loses no word of it', () => {
    const long = `${'so it went on, and on '.repeat(200)}.`
    const pieces = said(long)
    expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThanOrEqual(900)
    expect(pieces.join(' ').replace(/\s+/g, ' ')).toBe(long.replace(/\s+/g, ' ').trim())
    expect(said('x'.repeat(5000)).join('')).toBe(`${'x'.repeat(5000)}.`)
  })

  it.each(['[', '![', '[a](', '`', '```', '* ', 'http://', '\n ', '| ', '<a', '_', '$$'])(
    'is not kept busy by %j, however often',
    (unit) => {
      const began = performance.now()
      said(unit.repeat(200_000).slice(0, 200_000))
      expect(performance.now() - began).toBeLessThan(3000)
    },
  )
})

describe('the language of an answer', () => {
  it.each([
    ['The trees are cut in late winter, before they bud.', 'en'],
    ['Schneide die alten Bäume im späten Winter, und lass den Rest stehen. Das ist nicht schwer.', 'de'],
    ['Los árboles se podan al final del invierno, y hay que quitar las ramas secas.', 'es'],
    ['Il faut tailler les arbres dans le froid, et pas avant.', 'fr'],
    ['Pruning.', 'xx'],
    ['', 'xx'],
  ])('%s', (text, code) => {
    expect(languageOf(text, 'xx')).toBe(code)
  })
})
