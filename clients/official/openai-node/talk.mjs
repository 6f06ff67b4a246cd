// OpenAI's client for Node, which is told an address and a key by the environment, as it always is.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import OpenAI from 'openai'

const model = 'assistant'
const embedder = process.env.EMBEDDER
const picture = `data:image/png;base64,${process.env.PICTURE}`
const client = new OpenAI({ maxRetries: 0 })
const asks = (content) => [{ role: 'user', content }]
const weather = {
  type: 'function',
  function: {
    name: 'weather',
    description: 'The weather in a place.',
    parameters: { type: 'object', properties: { place: { type: 'string' } }, required: ['place'] },
  },
}
const shape = {
  type: 'object',
  properties: { colour: { type: 'string' }, count: { type: 'integer' } },
  required: ['colour', 'count'],
  additionalProperties: false,
}

test('a whole answer with what it took', async () => {
  const { data, request_id } = await client.chat.completions
    .create({ model, messages: asks('Hello'), max_tokens: 50, metadata: { changes: 'nothing' } })
    .withResponse()
  assert.equal(data.choices[0].message.content, 'Hello.')
  assert.equal(data.choices[0].finish_reason, 'stop')
  assert.ok(data.usage.total_tokens > 0)
  assert.ok(request_id)
})

test('a stream and what it took', async () => {
  const stream = await client.chat.completions.create({
    model,
    messages: asks('Hello'),
    stream: true,
    stream_options: { include_usage: true },
  })
  let words = ''
  let last
  for await (const chunk of stream) {
    words += chunk.choices[0]?.delta.content ?? ''
    last = chunk
  }
  assert.equal(words, 'Hello.')
  assert.ok(last.usage.completion_tokens > 0)
  const helped = client.chat.completions.stream({ model, messages: asks('Hello') })
  assert.equal(await helped.finalContent(), 'Hello.')
})

test('tools of the program, called by its helper', async () => {
  const runner = client.chat.completions.runTools({
    model,
    messages: asks('What is the weather in Oslo?'),
    tools: [
      { type: 'function', function: { ...weather.function, parse: JSON.parse, function: ({ place }) => `rain in ${place}` } },
    ],
  })
  assert.equal(await runner.finalContent(), 'The tool says: rain in Oslo')
  const stream = client.chat.completions.stream({ model, messages: asks('What is the weather in Rome?'), tools: [weather] })
  const [call] = (await stream.finalMessage()).tool_calls
  assert.deepEqual(JSON.parse(call.function.arguments), { place: 'Rome' })
})

test('an answer in a shape', async () => {
  const told = await client.chat.completions.parse({
    model,
    messages: asks('What do you see?'),
    response_format: { type: 'json_schema', json_schema: { name: 'seen', schema: shape, strict: true } },
  })
  assert.deepEqual(JSON.parse(told.choices[0].message.content), { colour: 'red', count: 3 })
})

test('an image', async () => {
  const content = [
    { type: 'text', text: 'What is it?' },
    { type: 'image_url', image_url: { url: picture } },
  ]
  const told = await client.chat.completions.create({ model, messages: [{ role: 'user', content }] })
  assert.equal(told.choices[0].message.content, 'I see a picture.')
})

test('models', async () => {
  const names = []
  for await (const one of client.models.list()) names.push(one.id)
  assert.ok(names.includes('assistant') && names.includes('sophie') && names.includes('test:telling'))
  assert.equal((await client.models.retrieve('sophie')).id, 'sophie')
})

test('vectors in both forms', async () => {
  const packed = await client.embeddings.create({ model: embedder, input: ['a garden', 'a boat'] })
  const floats = await client.embeddings.create({ model: embedder, input: 'a garden', encoding_format: 'float' })
  assert.equal(packed.data.length, 2)
  assert.equal(packed.data[0].embedding.length, floats.data[0].embedding.length)
  floats.data[0].embedding.forEach((number, at) => {
    assert.ok(Math.abs(number - packed.data[0].embedding[at]) < 1e-6)
  })
})

test('responses: whole, streamed, found again, cancelled', async () => {
  const first = await client.responses.create({ model, input: 'I am Ada.' })
  assert.equal(first.output_text, 'Hello.')
  const stream = client.responses.stream({ model, input: 'Who am I?', previous_response_id: first.id })
  assert.equal((await stream.finalResponse()).output_text, 'You are Ada.')
  assert.equal((await client.responses.retrieve(first.id)).output_text, 'Hello.')
  const begun = await client.responses.create({ model, input: 'Please wait', background: true })
  assert.equal(begun.status, 'in_progress')
  assert.equal((await client.responses.cancel(begun.id)).status, 'cancelled')
  const told = await client.responses.parse({
    model,
    input: 'What do you see?',
    text: { format: { type: 'json_schema', name: 'seen', schema: shape, strict: true } },
  })
  assert.deepEqual(JSON.parse(told.output_text), { colour: 'red', count: 3 })
})

test('each refusal is raised as what it is', async () => {
  const ask = (wrong) => client.chat.completions.create({ model, messages: asks('Hello'), ...wrong })
  await assert.rejects(ask({ model: 'nobody' }), OpenAI.NotFoundError)
  await assert.rejects(ask({ temperature: 9 }), OpenAI.UnprocessableEntityError)
  await assert.rejects(ask({ messages: asks('Please fail') }), OpenAI.InternalServerError)
  await assert.rejects(ask({ n: 2 }), (refused) => {
    assert.ok(refused instanceof OpenAI.BadRequestError)
    assert.deepEqual([refused.param, refused.code], ['n', 'unsupported_parameter'])
    return Boolean(refused.requestID)
  })
  await assert.rejects(client.withOptions({ apiKey: 'hf_wrong' }).models.list(), OpenAI.AuthenticationError)
  await assert.rejects(async () => {
    for await (const _ of await ask({ messages: asks('Please fail'), stream: true })) {
      // The failure comes within the stream.
    }
  }, OpenAI.APIError)
})

test('whoever asks too much waits as long as they are told', async () => {
  const waiting = []
  for (let open = 0; open < Number(process.env.AT_ONCE); open++) {
    const stream = await client.chat.completions.create({ model, messages: asks('Please wait'), stream: true })
    await stream[Symbol.asyncIterator]().next()
    waiting.push(stream)
  }
  const answers = []
  const patient = new OpenAI({
    maxRetries: 4,
    fetch: async (...how) => {
      const answer = await fetch(...how)
      answers.push([answer.status, performance.now()])
      if (answer.status === 429) for (const stream of waiting) stream.controller.abort()
      return answer
    },
  })
  const told = await patient.chat.completions.create({ model, messages: asks('Hello') })
  assert.equal(told.choices[0].message.content, 'Hello.')
  // That somebody left may be noticed a moment later, so it may be told to wait twice.
  assert.equal(answers[0][0], 429)
  assert.equal(answers.at(-1)[0], 200)
  answers.slice(1).forEach(([, at], before) => assert.ok(at - answers[before][1] > 1900))
})
