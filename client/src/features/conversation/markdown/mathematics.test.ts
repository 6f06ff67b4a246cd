import { describe, expect, test } from 'vitest'
import { readMathematics } from './mathematics'

describe('mathematics is read as models write it', () => {
  test.each([
    ['in round brackets', 'so \\(a^2\\) holds', 'so $$a^2$$ holds'],
    ['in single dollars', 'so $a_1 = 2$, then $x$.', 'so $$a_1 = 2$$, then $$x$$.'],
    ['in square brackets of its own', 'so\n\\[ x \\]\nthen', 'so\n$$\nx\n$$\nthen'],
    ['in square brackets inside a line', 'so \\[ x \\] then', 'so $$x$$ then'],
    ['in dollars on one line of its own', 'so\n\n$$\\frac{1}{2}$$\n', 'so\n\n$$\n\\frac{1}{2}\n$$\n'],
    ['in dollars that begin and end beside it', '$$a\nb$$', '$$\na\nb\n$$'],
    ['in a list', '1. so\n   \\[\n   x\n   \\]', '1. so\n   $$\n   x\n   $$'],
    ['in a quotation', '> \\[\n> x\n> \\]', '> $$\n> x\n> $$'],
    ['with a dollar inside', '$$\\text{for $x$}$$ as', '$$\\text{for $x$}$$ as'],
    ['with lines of its own', '\\[ a \\\\[2pt] b \\]', '$$\na \\\\[2pt] b\n$$'],
  ])('%s', (_, written, read) => {
    expect(readMathematics(written)).toBe(read)
  })

  test.each([
    'It costs $5 and $6.',
    'between $5-$6, or US$ 7',
    'set $HOME and $PATH, or $HOME/$USER',
    '`\\(a\\)` and `$x$`',
    '```sh\necho $$ \\[ x \\] $$\n```',
    '- ~~~\n  $$a$$\n  ~~~',
    '```\n$$a$$ and it is still being written',
    'a \\\\(line\\\\) break',
    'an unclosed \\[ bracket',
    'no \\(end\n\nhere\\)',
    'nothing at all',
  ])('and what is none stays as it is: %j', (text) => {
    expect(readMathematics(text)).toBeNull()
  })

  test('also where somebody wants it to take long', () => {
    for (const hostile of ['\\[', '$$', '`', '``a', '$a', '\n```']) {
      readMathematics(hostile.repeat(20_000))
    }
  })
})
