import { describe, expect, test } from 'vitest'
import type { Message } from './messages'
import { toSendBody } from './transport'

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

test('an answer that is written again may be wanted otherwise', () => {
  const again = { id: 'c', messages: [], trigger: 'regenerate-message' as const, messageId: 'a' }
  expect(toSendBody({ ...again, wishes: { length: 'shorter', withoutMemory: true } })).toEqual({
    id: 'c',
    trigger: 'regenerate-message',
    messageId: 'a',
    selectedModel: null,
    selectedLength: 'shorter',
    withoutMemory: true,
  })
  expect(toSendBody({ ...again, wishes: {} })).not.toHaveProperty('withoutMemory')
})
