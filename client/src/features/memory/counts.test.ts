import { expect, test } from 'vitest'
import { learnedInWords } from './counts'
import { receiptRows } from './receipt-rows'

test.each([
  [{ facts: 3, loops: 1, turns: 2 }, '3 facts, 1 open loop, and 2 messages in memory'],
  [{ facts: 1 }, '1 fact'],
  [{ loops: 2, turns: 1200 }, '2 open loops and 1,200 messages in memory'],
  [{}, null],
  [{ facts: 0, turns: 0 }, null],
])('%o is told as %s', (counts, words) => {
  expect(learnedInWords(counts)).toBe(words)
})

test('a receipt tells first what people know, and what has no name here by its own', () => {
  expect(receiptRows({ outboxRows: 2, turns: 1, facts: 3, files: 0 })).toEqual([
    { name: 'Facts', count: 3 },
    { name: 'Messages in memory', count: 1 },
    { name: 'Outbox rows', count: 2 },
  ])
})
