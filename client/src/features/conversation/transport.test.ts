import type { UIMessageChunk } from 'ai'
import { describe, expect, test } from 'vitest'
import { ConnectionLost } from '../../api/http'
import type { Message } from './messages'
import { toSendBody, untilItsEnd } from './transport'

const question: Message = { id: 'm1', role: 'user', parts: [{ type: 'text', text: 'What holds?' }] }

describe('the body of a turn', () => {
  test('carries the last message and nothing the server does not know', () => {
    const earlier: Message = { id: 'm0', role: 'user', parts: [{ type: 'text', text: 'Earlier' }] }
    const body = toSendBody({
      id: 'c1',
      messages: [earlier, question],
      trigger: 'submit-message',
      messageId: 'm1',
      wishes: { personaId: 'sophie' },
    })
    expect(body).toEqual({
      id: 'c1',
      message: { id: 'm1', role: 'user', parts: [{ type: 'text', text: 'What holds?' }] },
      selectedPersonaId: 'sophie',
      selectedModel: null,
      selectedVisibility: 'private',
      trigger: 'submit-message',
    })
  })

  test('of an edit names the message it was edited from', () => {
    const body = toSendBody({
      id: 'c1',
      messages: [question],
      trigger: 'submit-message',
      messageId: undefined,
      wishes: { editedId: 'm-old' },
    })
    expect(body.messageId).toBe('m-old')
    expect(body.message?.id).toBe('m1')
  })

  test('of a regeneration names the answer and holds no message', () => {
    const body = toSendBody({
      id: 'c1',
      messages: [question],
      trigger: 'regenerate-message',
      messageId: 'a1',
      wishes: { personaId: 'assistant' },
    })
    expect(body).toEqual({
      id: 'c1',
      trigger: 'regenerate-message',
      messageId: 'a1',
      selectedPersonaId: 'assistant',
      selectedModel: null,
    })
  })

  test('names the model that was chosen, whether it is asked first or again', () => {
    for (const trigger of ['submit-message', 'regenerate-message'] as const) {
      const wishes = { modelName: 'openai:gpt-5.4-mini' }
      const body = toSendBody({ id: 'c1', messages: [question], trigger, messageId: undefined, wishes })
      expect(body.selectedModel).toBe('openai:gpt-5.4-mini')
    }
  })

  test('names the side of the persona that was chosen, whether it is asked first or again', () => {
    for (const trigger of ['submit-message', 'regenerate-message'] as const) {
      const wishes = { personaId: 'coach', profileId: 'focus-day' }
      const body = toSendBody({ id: 'c1', messages: [question], trigger, messageId: undefined, wishes })
      expect(body).toMatchObject({ selectedPersonaId: 'coach', selectedProfileId: 'focus-day' })
    }
  })

  test('names files by their blob and leaves out any other address', () => {
    const parts: Message['parts'] = [
      { type: 'file', url: '/api/files/b-1', mediaType: 'image/png', filename: 'a.png' },
      { type: 'file', url: 'https://evil.example/x.png', mediaType: 'image/png', filename: 'x.png' },
      { type: 'text', text: 'Look' },
    ]
    const body = toSendBody({
      id: 'c1',
      messages: [{ ...question, parts }],
      trigger: 'submit-message',
      messageId: undefined,
      wishes: {},
    })
    expect(body.message?.parts).toEqual([
      { type: 'file', blobId: 'b-1', mediaType: 'image/png', filename: 'a.png' },
      { type: 'text', text: 'Look' },
    ])
  })
})

describe('a stream', () => {
  const text: UIMessageChunk = { type: 'text-delta', id: 't', delta: 'half a' }

  async function readAll(stream: ReadableStream<UIMessageChunk>) {
    const seen: string[] = []
    const reader = stream.getReader()
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return seen
      seen.push(value.type)
    }
  }
  function streamOf(chunks: UIMessageChunk[], failure?: Error) {
    return new ReadableStream<UIMessageChunk>({
      pull(controller) {
        const next = chunks.shift()
        if (next) controller.enqueue(next)
        else if (failure) controller.error(failure)
        else controller.close()
      },
    })
  }

  test('that says how it ended simply ends', async () => {
    expect(await readAll(untilItsEnd(streamOf([text, { type: 'finish' }])))).toEqual(['text-delta', 'finish'])
    expect(await readAll(untilItsEnd(streamOf([text, { type: 'abort' }])))).toEqual(['text-delta', 'abort'])
  })

  test('that merely closes is a lost connection, not a finished answer', async () => {
    await expect(readAll(untilItsEnd(streamOf([text])))).rejects.toBeInstanceOf(ConnectionLost)
  })

  test('that breaks is a lost connection, whatever the browser calls it', async () => {
    const broken = untilItsEnd(streamOf([text], new TypeError('network error')))
    await expect(readAll(broken)).rejects.toBeInstanceOf(ConnectionLost)
  })

  test('that breaks after its end has ended', async () => {
    const late = untilItsEnd(streamOf([{ type: 'finish' }], new TypeError('network error')))
    expect(await readAll(late)).toEqual(['finish'])
  })
})
