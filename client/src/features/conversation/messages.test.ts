import { describe, expect, test } from 'vitest'
import { endingOf, hasWords, isBehind, type Message, type MessageFacts, thoughtMs } from './messages'
import { forHowLong } from './parts'

function answer(parts: Message['parts'], metadata: MessageFacts = {}): Message {
  return { id: 'a1', role: 'assistant', parts, metadata }
}
const words = [{ type: 'text' as const, text: 'So far' }]

describe('how an answer ended', () => {
  test.each([
    [{}, 'whole'],
    [{ status: 'streaming' as const }, 'whole'],
    [{ status: 'complete' as const, endedBecause: null }, 'whole'],
    [{ status: 'partial' as const, endedBecause: 'stopped' as const }, 'stopped'],
    [{ status: 'partial' as const, endedBecause: null }, 'cut'],
    // As the stream says it, a moment before it is stored.
    [{ status: 'interrupted' as never, endedBecause: 'stopped' as const }, 'stopped'],
    [{ status: 'errored' as never, endedBecause: 'failed' as const }, 'failed'],
    [{ status: 'completed' as never }, 'whole'],
  ])('%o: %s', (facts, ending) => {
    expect(endingOf(answer(words, facts))).toBe(ending)
  })
})

test('what was only thought is not said', () => {
  expect(hasWords(answer([{ type: 'reasoning', text: 'Hm.' }, { type: 'step-start' }]))).toBe(false)
  expect(hasWords(answer(words))).toBe(true)
})

test('an answer in which nothing was said is not waited for', () => {
  const question: Message = { id: 'q1', role: 'user', parts: words }
  expect(isBehind([question, answer([{ type: 'step-start' }])], [question])).toBe(false)
  expect(isBehind([question, answer(words)], [question])).toBe(true)
})

test.each([
  [null, 'for a moment'],
  [400, 'for a moment'],
  [1200, 'for 1 s'],
  [12_034, 'for 12 s'],
  [60_000, 'for 1 min'],
  [125_000, 'for 2 min 5 s'],
])('a thought of %s ms took it %s', (ms, words) => {
  expect(forHowLong(ms)).toBe(words)
})

test('how long a thought took comes with it, or is not known', () => {
  expect(thoughtMs({ type: 'reasoning', text: '', providerMetadata: { holdfast: { ms: 12 } } })).toBe(12)
  expect(thoughtMs({ type: 'reasoning', text: '' })).toBeNull()
})
