import { describe, expect, test } from 'vitest'
import type { Fact } from '../../api/types'
import { excerpt, groupFacts } from './fact-words'
import { inSentence } from './in-sentence'

function fact(text: string, more: Partial<Fact> = {}): Fact {
  return {
    id: text,
    text,
    subject: 'user',
    predicate: 'some',
    object: '',
    confidence: 0.8,
    source: 'rules',
    validFrom: null,
    validTo: null,
    learnedAt: '2026-05-02T18:00:00Z',
    retiredAt: null,
    retiredBecause: null,
    supersededBy: null,
    isPinned: false,
    isDoubtful: false,
    kinds: [],
    evidence: [],
    ...more,
  }
}

test.each([
  ['Lives in Coimbra', 'You live in Coimbra'],
  ['Is allergic to peanuts', 'You are allergic to peanuts'],
  ['Has a sister named Ana', 'You have a sister named Ana'],
  ['Was born in Porto', 'You were born in Porto'],
  ['Does not eat fish', 'You do not eat fish'],
  ['Studies law', 'You study law'],
  ['Teaches maths', 'You teach maths'],
  ['Bought a boat', 'You bought a boat'],
  ['Signed up for yoga', 'You signed up for yoga'],
  ['Can not swim', 'You can not swim'],
  ['Favorite colour is blue', 'Your favorite colour is blue'],
  ['Vegetarian since 2020', 'Vegetarian since 2020'],
  ['Always late', 'Always late'],
])('“%s” is told as “%s”', (text, told) => {
  expect(inSentence(fact(text))).toBe(told)
})

describe('what is left as it is', () => {
  test.each([
    [fact('Ana works at a bakery', { subject: 'Ana' })],
    [fact("My knees won't do stairs", { predicate: 'states' })],
    [fact('Likes what I wrote here', { source: 'person' })],
  ])('%#', (one) => {
    expect(inSentence(one)).toBe(one.text)
  })
})

test('pinned facts stand first, and what is of no kind last', () => {
  const groups = groupFacts([
    fact('a'),
    fact('b', { kinds: ['food', 'health'] }),
    fact('c', { kinds: ['home'], isPinned: true }),
    fact('d', { kinds: ['food'] }),
  ])
  expect(groups.map(({ name, facts }) => [name, facts.map((one) => one.text)])).toEqual([
    ['Pinned', ['c']],
    ['Food and drink', ['b', 'd']],
    ['Other', ['a']],
  ])
})

test('a quote is cut between words', () => {
  expect(excerpt('word '.repeat(80))).toMatch(/^(word )+word…$/)
  expect(excerpt('short\n words')).toBe('short words')
})
