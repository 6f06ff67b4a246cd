import { expect, test } from 'vitest'
import { put, typedAt } from './typed'

test.each([
  ['@', 1, { from: 0, query: '', prefix: null }],
  ['Ask @gar', 8, { from: 4, query: 'gar', prefix: null }],
  ['See @doc:lea', 12, { from: 4, query: 'lea', prefix: 'doc' }],
  ['See @doc:"The le', 16, { from: 4, query: 'The le', prefix: 'doc' }],
  ['/wea', 4, { from: 0, query: 'wea', prefix: 'tool' }],
  ['(@Ümi', 5, { from: 1, query: 'Ümi', prefix: null }],
])('what is being named is found before the caret: %s', (text, caret, found) => {
  expect(typedAt(text, caret)).toEqual(found)
})

test.each([
  ['ada@exam', 8],
  ['@gardener how', 13],
  ['@doc:"The lease" and', 20],
  ['nothing', 7],
  ['see /wea', 8],
  ['/weather in', 11],
  ['https://social.example/@a', 25],
])('where nothing is being named, nothing is found: %s', (text, caret) => {
  expect(typedAt(text, caret)).toBeNull()
})

test('what is chosen takes the place of what was typed, and the caret stands behind it', () => {
  const typed = typedAt('Ask @gar now', 8)
  expect(typed).not.toBeNull()
  if (typed)
    expect(put('Ask @gar now', typed, 8, '@persona:Gardener')).toEqual({
      text: 'Ask @persona:Gardener now',
      caret: 22,
    })
})

test('at the end of a text a space follows, so that one writes on', () => {
  const typed = typedAt('@gar', 4)
  if (typed)
    expect(put('@gar', typed, 4, '@persona:Gardener')).toEqual({ text: '@persona:Gardener ', caret: 18 })
})
