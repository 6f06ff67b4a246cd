// The AI SDK with its provider for whatever speaks OpenAI's wire, set up as its documentation says.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { APICallError, embedMany, generateObject, generateText, stepCountIs, streamText, tool } from 'ai'
import { z } from 'zod'

const asked = []
const holdfast = createOpenAICompatible({
  name: 'holdfast',
  baseURL: process.env.OPENAI_BASE_URL,
  apiKey: process.env.OPENAI_API_KEY,
  includeUsage: true,
  supportsStructuredOutputs: true,
  fetch: async (...how) => {
    const answer = await fetch(...how)
    asked.push([answer.status, performance.now()])
    return answer
  },
})
const model = holdfast('assistant')
const weather = tool({
  description: 'The weather in a place.',
  inputSchema: z.object({ place: z.string() }),
  execute: async ({ place }) => `rain in ${place}`,
})

test('a whole answer with what it took', async () => {
  const { text, usage, finishReason } = await generateText({ model, system: 'Be kind.', prompt: 'Hello' })
  assert.deepEqual([text, finishReason], ['Hello.', 'stop'])
  assert.ok(usage.totalTokens > 0)
})

test('a stream and what it took', async () => {
  const told = streamText({ model, prompt: 'Hello' })
  let words = ''
  for await (const piece of told.textStream) words += piece
  assert.deepEqual([words, await told.finishReason], ['Hello.', 'stop'])
  assert.ok((await told.usage).totalTokens > 0)
})

test('a conversation that the program keeps', async () => {
  const messages = [
    { role: 'user', content: 'I am Ada.' },
    { role: 'assistant', content: 'Hello, Ada.' },
    { role: 'user', content: 'Who am I?' },
  ]
  assert.equal((await generateText({ model: holdfast('sophie'), messages })).text, 'You are Ada.')
})

test('tools of the program, whole and streamed', async () => {
  const how = { model, tools: { weather }, stopWhen: stepCountIs(3), prompt: 'What is the weather in Oslo?' }
  const { text, steps } = await generateText(how)
  assert.equal(text, 'The tool says: rain in Oslo')
  assert.equal(steps.length, 2)
  assert.equal(await streamText(how).text, 'The tool says: rain in Oslo')
})

test('an answer in a shape', async () => {
  const schema = z.object({ colour: z.string(), count: z.number().int() })
  const { object } = await generateObject({ model, schema, prompt: 'What do you see?' })
  assert.deepEqual(object, { colour: 'red', count: 3 })
})

test('an image', async () => {
  const content = [
    { type: 'text', text: 'What is it?' },
    { type: 'image', image: process.env.PICTURE, mediaType: 'image/png' },
  ]
  assert.equal((await generateText({ model, messages: [{ role: 'user', content }] })).text, 'I see a picture.')
})

test('vectors', async () => {
  const { embeddings } = await embedMany({
    model: holdfast.textEmbeddingModel(process.env.EMBEDDER),
    values: ['a garden', 'a boat'],
  })
  assert.equal(embeddings.length, 2)
  assert.equal(embeddings[0].length, embeddings[1].length)
})

test('refusals come in our words', async () => {
  await assert.rejects(generateText({ model: holdfast('nobody'), prompt: 'Hello', maxRetries: 0 }), (refused) => {
    assert.ok(APICallError.isInstance(refused))
    assert.equal(refused.statusCode, 404)
    assert.ok(!refused.isRetryable)
    return refused.message.startsWith('There is no model of that name here')
  })
})

test('whoever asks too much waits as long as they are told', async () => {
  const leave = new AbortController()
  for (let open = 0; open < Number(process.env.AT_ONCE); open++) {
    const { textStream } = streamText({
      model,
      prompt: 'Please wait',
      abortSignal: leave.signal,
      maxRetries: 0,
      onError: () => undefined,
    })
    await textStream[Symbol.asyncIterator]().next()
  }
  asked.length = 0
  const told = generateText({ model, prompt: 'Hello', maxRetries: 4 })
  while (!asked.length) await new Promise(setImmediate)
  leave.abort()
  assert.equal((await told).text, 'Hello.')
  // That somebody left may be noticed a moment later, so it may be told to wait twice.
  assert.equal(asked[0][0], 429)
  assert.equal(asked.at(-1)[0], 200)
  asked.slice(1).forEach(([, at], before) => assert.ok(at - asked[before][1] > 1900))
})
