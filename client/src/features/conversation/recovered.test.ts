import type { UIMessageChunk } from 'ai'
import { describe, expect, test } from 'vitest'
import { type Message, textOf } from './messages'
import { applyRecoveredChunks, getRecoveredComposerState, joinDeltas } from './recovered'

const question: Message = { id: 'q1', role: 'user', parts: [{ type: 'text', text: 'What holds?' }] }
const answer = (id: string, text: string): Message => ({
  id,
  role: 'assistant',
  parts: [{ type: 'text', text }],
})
const start: UIMessageChunk = { type: 'start', messageId: 'a1', messageMetadata: { turnId: 'turn-1' } }
const begin = (id: string): UIMessageChunk => ({ type: 'text-start', id })
const delta = (text: string, id = 't0'): UIMessageChunk => ({ type: 'text-delta', id, delta: text })

const apply = (shown: Message[], chunks: UIMessageChunk[]) => applyRecoveredChunks(shown, { chunks })
const lastText = (messages: Message[]) => messages.at(-1) && textOf(messages.at(-1) as Message)

describe('recovered chunks', () => {
  test('are put together to the text that was said', () => {
    const shown = apply([question], [start, begin('t0'), delta('What '), delta('is '), delta('kept.')])
    expect(shown.map((message) => message.id)).toEqual(['q1', 'a1'])
    expect(lastText(shown)).toBe('What is kept.')
    expect(shown.at(-1)?.metadata).toEqual({ status: 'streaming', turnId: 'turn-1' })
  })

  test('make text even where only deltas are there', () => {
    expect(lastText(apply([question], [delta('half '), delta('an answer')]))).toBe('half an answer')
  })

  test('keep thoughts, data and several texts apart, in order', () => {
    const shown = apply(
      [question],
      [
        start,
        { type: 'reasoning-start', id: 'r0' },
        { type: 'reasoning-delta', id: 'r0', delta: 'Hm.' },
        { type: 'reasoning-end', id: 'r0' },
        begin('t1'),
        delta('One', 't1'),
        { type: 'text-end', id: 't1' },
        { type: 'data-source', data: { name: 'a.pdf' } },
        begin('t2'),
        delta('Two', 't2'),
      ],
    )
    expect(shown.at(-1)?.parts).toEqual([
      { type: 'reasoning', text: 'Hm.', state: 'streaming' },
      { type: 'text', text: 'One', state: 'streaming' },
      { type: 'data-source', data: { name: 'a.pdf' } },
      { type: 'text', text: 'Two', state: 'streaming' },
    ])
  })

  test('replace data that came under the same id, and leave out what was transient', () => {
    const progress = (done: number): UIMessageChunk => ({ type: 'data-progress', id: 'p', data: { done } })
    const passing: UIMessageChunk = { type: 'data-note', data: {}, transient: true }
    const shown = apply([question], [start, progress(1), passing, progress(2)])
    expect(shown.at(-1)?.parts).toEqual([{ type: 'data-progress', id: 'p', data: { done: 2 } }])
  })

  test('of an answer begun anew show the new one only', () => {
    const chunks: UIMessageChunk[] = [
      start,
      begin('t0'),
      delta('The old hal'),
      { type: 'finish-step' },
      { type: 'data-restarted', data: { number: 1, keptSeq: 2 } },
      begin('t0'),
      delta('The new whole.'),
    ]
    expect(lastText(apply([question], chunks))).toBe('The new whole.')
  })

  test('take the place of the same answer, and of the version they replace', () => {
    const chunks = [start, begin('t0'), delta('New.')]
    const same = apply([question, answer('a1', 'Ne')], chunks)
    const version = apply([question, answer('a0', 'Old.')], chunks)
    for (const shown of [same, version]) {
      expect(shown.map((message) => message.id)).toEqual(['q1', 'a1'])
      expect(lastText(shown)).toBe('New.')
    }
  })

  test('change nothing where nothing was said yet', () => {
    const shown = [question]
    expect(apply(shown, [start])).toBe(shown)
  })

  test('give way to the final messages', () => {
    const stored = [question, answer('a1', 'The whole answer.')]
    const shown = applyRecoveredChunks([question, answer('a1', 'The who')], { __finalMessages: stored })
    expect(shown).toEqual(stored)
  })

  test('are joined before they are replayed, and say the same', () => {
    const chunks = [
      start,
      begin('t0'),
      delta('a'),
      delta('b'),
      begin('t1'),
      delta('c', 't1'),
      delta('d', 't1'),
    ]
    const joined = joinDeltas(chunks)
    expect(joined).toEqual([start, begin('t0'), delta('ab'), begin('t1'), delta('cd', 't1')])
    expect(apply([question], joined)).toEqual(apply([question], chunks))
  })
})

describe('a recovered document', () => {
  test('is what the metadata tells of it', () => {
    const metadata = {
      composerDocumentId: 'd1',
      kind: 'text',
      title: 'A plan',
      partialContent: '# A pl',
      turnId: 't',
    }
    expect(getRecoveredComposerState(metadata)).toEqual({
      documentId: 'd1',
      kind: 'text',
      title: 'A plan',
      content: '# A pl',
    })
  })

  test('is none where the answer writes none', () => {
    for (const metadata of [undefined, null, {}, { composerDocumentId: 'd1' }, { partialContent: 'x' }])
      expect(getRecoveredComposerState(metadata)).toBeNull()
  })
})
